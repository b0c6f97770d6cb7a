/** @file `<normlab-race>`: lanes that train side by side. */
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { chart } from '../frame/chart-part.js';
import { fixed } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import { parseLanes } from './lanes.js';
import {
  commonOf,
  lossChart,
  race,
  type RaceInput,
  type RacePart,
  type RaceResult,
  type RaceSettings,
  settingsText,
  stuckLanes,
  withPart,
} from './model.js';
import styles from './race.css?inline';
import { activations, gradients, ridges, spreadTable } from './ridges.js';

interface Pin {
  settings: RaceSettings;
  result: RaceResult;
}

export class RaceElement extends WidgetElement<RaceSettings, RaceResult, RaceInput, RacePart> {
  static override widget = race;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];
  /** Which of the looks inside is shown; null is the newest. */
  private shownFrame: number | null = null;
  private pins: Pin[] = [];
  /** The lane that the reader expects to learn nothing; -1 for none of them. */
  private guess: number | null = null;

  protected override settingControls(): unknown {
    const { controls } = this;
    return [
      controls.slider('depth'),
      controls.slider('lr'),
      controls.slider('init'),
      controls.slider('batchSize'),
      controls.field('seed'),
    ];
  }

  protected override get isReady(): boolean {
    return !this.settings.predict || this.guess !== null;
  }

  protected override pending(settings: RaceSettings): unknown {
    if (this.isReady) return nothing;
    const answer = (guess: number): void => {
      this.guess = guess;
      this.requestUpdate();
    };
    const lanes = parseLanes(settings.lanes, commonOf(settings));
    return html`<div class="ask">
      <p>Before they start: which network will stay at the loss of pure guessing?</p>
      <p class="row">
        ${lanes.map(({ name }, i) => html`<button type="button" @click=${() => answer(i)}>${name}</button>`)}
        <button type="button" @click=${() => answer(-1)}>none of them</button>
      </p>
    </div>`;
  }

  protected override whenPart(part: RacePart): void {
    if (part.isFirst) this.shownFrame = null;
    this.result = withPart(this.result, part);
    this.requestUpdate();
  }

  protected override whenReset(): void {
    this.shownFrame = null;
    this.guess = null;
    this.halt(false);
  }

  protected override body(settings: RaceSettings, result: RaceResult): TemplateResult {
    const { frames, lanes } = result;
    const last = frames.length - 1;
    const at = Math.min(this.shownFrame ?? last, last);
    return html`${chart(lossChart(result, this.shownFrame === null ? null : frames[at].step))} ${this.verdict(result)}
      <div class="row playing">
        ${this.controls.button(this.halted ? 'Go on' : 'Pause', () => this.halt(!this.halted), 'play', !this.isRunning)}
        ${this.controls.button('One step', () => this.halt(true, 1), 'play', !this.isRunning)}
        ${this.controls.button('Again', () => this.again(), 'play')}
        ${this.controls.button('Pin this run', () => this.pin(settings, result), 'pins', !result.done)}
        <label class="control slider look">
          <span class="label">Look inside at step</span>
          <input
            type="range"
            min="0"
            max=${last}
            step="1"
            .value=${String(at)}
            aria-valuetext=${`step ${frames[at].step}`}
            @input=${(event: Event) => this.lookAt((event.target as HTMLInputElement).valueAsNumber, last)}
          />
          <output>${frames[at].step}</output>
        </label>
      </div>
      <div class="inside">${ridges(activations, lanes, frames[at])} ${ridges(gradients, lanes, frames[at])}</div>
      ${spreadTable(lanes, frames[at])} ${this.dataBox(settings)} ${this.pinTable()}`;
  }

  private verdict(result: RaceResult): unknown {
    if (this.guess === null || !result.done) return nothing;
    const stuck = stuckLanes(result);
    const right = this.guess < 0 ? stuck.length === 0 : stuck.includes(this.guess);
    const names = stuck.map((i) => result.lanes[i].name).join(' and ') || 'None of them';
    return html`<p class="verdict" role="status">${right ? 'As you said: ' : 'Not so: '}${names} learned nothing.</p>`;
  }

  private lookAt(frame: number, last: number): void {
    this.shownFrame = frame === last ? null : frame;
    this.requestUpdate();
  }

  private again(): void {
    this.halt(false);
    this.run().catch(() => undefined);
  }

  private pin(settings: RaceSettings, result: RaceResult): void {
    this.pins = [...this.pins, { settings, result }];
    this.requestUpdate();
  }

  private dataBox(settings: RaceSettings): unknown {
    const take = (event: Event): void => this.edit({ csv: (event.target as HTMLTextAreaElement).value });
    return this.controls.isShown('csv')
      ? html`<details class="own-data">
          <summary>${settings.csv.trim() === '' ? 'Train on data of your own' : 'On your own data'}</summary>
          <label>
            Columns of numbers, the class in the last one; as CSV. Empty is the digits.
            <textarea
              rows="5"
              spellcheck="false"
              .value=${settings.csv}
              ?disabled=${this.controls.isLocked('csv')}
              @change=${take}
            ></textarea>
          </label>
        </details>`
      : nothing;
  }

  private pinTable(): unknown {
    if (this.pins.length === 0) return nothing;
    const open = ({ settings }: Pin): void => this.edit(settings);
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Pinned runs">
      <table class="data-table pins" part="pins">
        <caption>
          Pinned runs: loss over the training data, and right on unseen data
        </caption>
        <tbody>
          ${this.pins.map(
            (pin) =>
              html`<tr>
                <th scope="row">${settingsText(pin.settings)}</th>
                ${pin.result.lanes.map(
                  ({ name, final, broken }) =>
                    html`<td>
                      ${name}:
                      ${broken
                        ? `NaN at step ${broken.step}`
                        : `${fixed(final!.loss)}, ${Math.round(final!.accuracy * 100)} %`}
                    </td>`,
                )}
                <td><button type="button" @click=${() => open(pin)}>Open</button></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

register(RaceElement);
