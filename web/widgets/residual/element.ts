/** @file `<normlab-residual>`: two encoders side by side, block by block. */
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { chart } from '../frame/chart-part.js';
import { fixed } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import { curveChart, lossChart, similarityChart } from './charts.js';
import { type Drag, diagram } from './diagram.js';
import { lastLoss, residual, short, sidesOf, sideText } from './model.js';
import styles from './residual.css?inline';
import {
  curveNames,
  namesOf,
  normNames,
  type ResidualInput,
  type ResidualResult,
  type ResidualSettings,
  type Side,
  type SideResult,
  taskNames,
  weightNames,
} from './run.js';

interface Kept {
  settings: ResidualSettings;
  result: ResidualResult;
}

const names = {
  place: { pre: 'pre', post: 'post', none: 'none', hyper: 'hyper' },
  task: taskNames,
  start: { pytorch: 'PyTorch’s', xavier: 'Xavier’s' },
  similarity: { neighbours: 'neighbouring blocks', tokens: 'tokens' },
};
/** What only the view shows: the runs stay. */
const viewSettings = ['curve', 'weight', 'similarity'];

export class ResidualElement extends WidgetElement<ResidualSettings, ResidualResult, ResidualInput, ResidualResult> {
  static override widget = residual;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];
  private kept: Kept[] = [];
  /** Which side's norm is dragged, and where it is. */
  private drag: { side: number; at: Drag } | null = null;

  protected override settingControls(settings: ResidualSettings): unknown {
    const { controls } = this;
    const [first, second] = namesOf(sidesOf(settings));
    const side = (at: number, name: string, own: Record<keyof Side, keyof ResidualSettings>): TemplateResult =>
      html`<fieldset class="side">
        <legend>${name}</legend>
        ${this.diagramOf(at, name, own.place)} ${controls.choices(own.place, names.place)} ${controls.choices(own.norm, normNames)}
        ${controls.slider(own.depth)} ${controls.slider(own.lr)} ${controls.slider(own.warmUp)}
      </fieldset>`;
    return html`<div class="sides">
        ${side(0, first, { place: 'place', norm: 'norm', depth: 'depth', lr: 'lr', warmUp: 'warmUp' })}
        ${side(1, second, {
          place: 'otherPlace',
          norm: 'otherNorm',
          depth: 'otherDepth',
          lr: 'otherLr',
          warmUp: 'otherWarmUp',
        })}
      </div>
      ${controls.choices('task', names.task)} ${controls.choices('start', names.start)} ${controls.field('seed')}`;
  }

  private diagramOf(side: number, name: string, setting: keyof ResidualSettings): TemplateResult {
    const place = sidesOf(this.settings)[side].place;
    const canMove = this.controls.isShown(setting) && !this.controls.isLocked(setting);
    const at = this.drag?.side === side ? this.drag.at : null;
    return diagram(name, place, at, canMove, (to, dropped) => {
      this.drag = to && { side, at: to };
      if (dropped !== null && dropped !== place) this.edit({ [setting]: dropped });
      this.requestUpdate();
    });
  }

  /** Other settings are first looked at before they train. */
  protected override edit(changes: Partial<ResidualSettings>, done = true): void {
    const isView = Object.keys(changes).every((name) => viewSettings.includes(name) || name === 'train');
    if (!isView && this.settings.train) super.edit({ train: false }, done);
    super.edit(changes, done);
  }

  protected override whenPart(part: ResidualResult): void {
    this.result = part;
    this.requestUpdate();
  }

  protected override whenReset(): void {
    this.halt(false);
  }

  protected override body(settings: ResidualSettings, result: ResidualResult): TemplateResult {
    const { controls } = this;
    const { curve, weight, similarity } = settings;
    return html`${this.playing(settings, result)} ${result.steps > 1 ? chart(lossChart(result)) : nothing}
      <div class="look">
        <div class="controls">
          ${controls.choices('curve', curveNames)}
          ${curve === 'weights' || curve === 'update' ? controls.choices('weight', weightNames) : nothing}
        </div>
        ${result.sides.every(({ looks }) => looks.length > 0) ? chart(curveChart(result, curve, weight)) : this.noLook(result)}
      </div>
      <div class="look">
        <div class="controls">${controls.choices('similarity', names.similarity)}</div>
        <div class="maps">
          ${result.sides.map((side) => (side.looks.length > 0 ? chart(similarityChart(result, side, similarity)) : nothing))}
        </div>
      </div>
      ${this.keptTable()}`;
  }

  private noLook({ sides }: ResidualResult): TemplateResult {
    const broken = sides.filter(({ looks }) => looks.length === 0).map(({ name }) => name);
    return html`<p class="quiet">${broken.join(' and ')}: the first loss is no finite number, there are no gradients.</p>`;
  }

  private playing({ task }: ResidualSettings, result: ResidualResult): unknown {
    if (!this.controls.isShown('train')) return nothing;
    const made = Math.max(...result.sides.map(({ losses }) => losses.length));
    const trains = this.isRunning && result.steps > 1;
    const noTask = task === 'gaussian';
    return html`<div class="row playing">
      ${trains
        ? html`${this.controls.button('Stop', () => this.stopHere(), 'train')}
            ${this.controls.button(this.halted ? 'Go on' : 'Pause', () => this.halt(!this.halted), 'train')}
            <label class="made"
              ><progress max=${result.steps} value=${made}></progress> <span>step ${made} of ${result.steps}</span></label
            >`
        : html`${this.controls.button(
              result.steps > 1 ? 'Train again' : 'Train both',
              () => this.trainBoth(),
              'train',
              noTask || this.isRunning,
            )}
            ${this.controls.button('Keep this run', () => this.keep(result), '', this.isRunning)}
            ${noTask
              ? html`<span class="quiet">A fixed direction is no task: only the start is looked at.</span>`
              : this.controls.slider('steps')}`}
    </div>`;
  }

  private trainBoth(): void {
    this.halt(false);
    if (this.settings.train) this.run().catch(() => undefined);
    else this.edit({ train: true });
  }

  /** What there is by now stays. */
  private stopHere(): void {
    this.halt(false);
    this.endRun();
  }

  private keep(result: ResidualResult): void {
    this.kept = [...this.kept, { settings: this.state(), result: structuredClone(result) }];
    this.requestUpdate();
  }

  private keptTable(): unknown {
    if (this.kept.length === 0) return nothing;
    const open = ({ settings }: Kept): void => {
      const { train: _, ...others } = settings;
      this.edit(others);
    };
    const row = (kept: Kept, side: SideResult, at: number): TemplateResult => {
      const blocks = side.looks[side.looks.length - 1]?.blocks ?? [];
      const [first, middle, last] = [blocks[0], blocks[Math.floor(blocks.length / 2)], blocks[blocks.length - 1]];
      const { steps } = kept.result;
      const loss = side.broken !== null ? `NaN at step ${side.broken}` : fixed(lastLoss(side));
      const of = (value: number | undefined, write: (value: number) => string): string => (value === undefined ? '' : write(value));
      return html`<tr>
        <th scope="row">${sideText(side.side, kept.settings)}</th>
        <td>${steps === 1 ? 'start' : side.losses.length}</td>
        <td>${loss}${side.exact === null ? '' : ` (${Math.round(side.exact * 100)} % exact)`}</td>
        <td>${of(first?.weights.linear2.gradient, short)}</td>
        <td>${of(last?.weights.linear2.gradient, short)}</td>
        <td>${of(middle?.neighbours, fixed)}</td>
        <td>${of(last?.tokens, fixed)}</td>
        <td>${at === 0 ? html`<button type="button" @click=${() => open(kept)}>Open</button>` : nothing}</td>
      </tr>`;
    };
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Kept runs">
      <table class="data-table kept" part="kept">
        <caption>
          Kept runs. Gradients are of the second feed-forward weights
        </caption>
        <thead>
          <tr>
            <th scope="col">what</th>
            <th scope="col">steps</th>
            <th scope="col">loss</th>
            <th scope="col">gradient, first block</th>
            <th scope="col">last</th>
            <th scope="col">neighbours, middle</th>
            <th scope="col">tokens, last</th>
            <th scope="col">settings</th>
          </tr>
        </thead>
        <tbody>
          ${this.kept.flatMap((kept) => kept.result.sides.map((side, at) => row(kept, side, at)))}
        </tbody>
      </table>
    </div>`;
  }
}

register(ResidualElement);
