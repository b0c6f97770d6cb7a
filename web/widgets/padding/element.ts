/** @file `<normlab-padding>`: what padding and neighbours do to a real token. */
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { fixed } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import {
  chosen,
  longest,
  padding,
  type PaddingInput,
  type PaddingResult,
  type PaddingSettings,
  sentencesOf,
  texts,
  type TokenOutput,
} from './model.js';
import styles from './padding.css?inline';

export class PaddingElement extends WidgetElement<PaddingSettings, PaddingResult, PaddingInput> {
  static override widget = padding;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];

  protected override settingControls({ lengths }: PaddingSettings): unknown {
    if (!this.controls.isShown('lengths')) return this.controls.slider('pads');
    return [
      lengths.map((length, i) => this.lengthSlider(lengths, length, i)),
      this.controls.slider('pads'),
      this.controls.button(
        'Only this sentence',
        () => this.alone(),
        'lengths',
        sentencesOf(this.settings).length === 1,
      ),
    ];
  }

  protected override body(settings: PaddingSettings, result: PaddingResult): TemplateResult {
    const sentences = sentencesOf(settings);
    const at = chosen(settings);
    const length = Math.max(...sentences.map((sentence) => sentence.length)) + settings.pads;
    const token = (word: string | undefined, n: number, l: number): TemplateResult =>
      word === undefined
        ? html`<td><div class="pad" part="token">pad</div></td>`
        : html`<td>
            <button
              type="button"
              class="token"
              part="token"
              aria-pressed=${n === at.sentence && l === at.token ? 'true' : 'false'}
              ?disabled=${this.controls.isLocked('token')}
              @click=${() => this.edit({ sentence: n, token: l })}
            >
              ${word}
            </button>
          </td>`;
    return html`<div class="scroll" tabindex="0" role="group" aria-label="The batch">
        <table class="batch">
          <tbody>
            ${sentences.map(
              (sentence, n) =>
                html`<tr>
                  <th scope="row">${n + 1}</th>
                  ${Array.from({ length }, (_, l) => token(sentence[l], n, l))}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <div class="scroll" tabindex="0" role="group" aria-label="The outputs">${this.outputs(result, sentences[at.sentence][at.token])}</div>`;
  }

  private outputs({ embedding, batchNorm, layerNorm }: PaddingResult, word: string): TemplateResult {
    const row = (name: string, values: number[] | null, className: string, change: unknown): TemplateResult =>
      html`<tr class=${className}>
        <th scope="row">${name}</th>
        ${values === null
          ? html`<td class="soft" colspan=${embedding.length}>an error, in words below</td>`
          : values.map((value) => html`<td>${fixed(value)}</td>`)}
        <td class="change">${change}</td>
      </tr>`;
    const moved = ({ change }: TokenOutput): unknown =>
      change === null ? nothing : change === 0 ? 'change: exactly 0' : `change: up to ${fixed(change, 3)}`;
    return html`<table class="outputs">
      <caption class="quiet">
        What becomes of “${word}”
      </caption>
      <tbody>
        ${row('embedding', embedding, 'soft', nothing)} ${row('BatchNorm, alone', batchNorm.alone, 'soft', nothing)}
        ${row('BatchNorm, here', batchNorm.batch, 'is-batch', moved(batchNorm))}
        ${row('LayerNorm, alone', layerNorm.alone, 'soft', nothing)}
        ${row('LayerNorm, here', layerNorm.batch, 'is-layer', moved(layerNorm))}
      </tbody>
    </table>`;
  }

  /** At least one sentence stays. */
  private lengthSlider(lengths: readonly number[], length: number, index: number): TemplateResult {
    const rest = lengths.some((other, i) => i !== index && other > 0);
    const take = (event: Event): void => {
      const next = Math.max(rest ? 0 : 1, (event.target as HTMLInputElement).valueAsNumber);
      this.edit({ lengths: lengths.map((old, i) => (i === index ? next : old)) }, event.type === 'change');
    };
    return html`<label class="control slider" part="control">
      <span class="label">sentence ${index + 1}</span>
      <input
        type="range"
        min=${rest ? 0 : 1}
        max=${longest}
        step="1"
        .value=${String(length)}
        ?disabled=${this.controls.isLocked('lengths')}
        aria-valuetext=${length === 0 ? 'left out' : texts[index].slice(0, length).join(' ')}
        @input=${take}
        @change=${take}
      />
      <output>${length === 0 ? 'out' : `${length} ${length === 1 ? 'word' : 'words'}`}</output>
    </label>`;
  }

  private alone(): void {
    const { lengths } = this.settings;
    const kept = lengths.flatMap((length, i) => (length > 0 ? [i] : []))[chosen(this.settings).sentence];
    this.edit({ lengths: lengths.map((length, i) => (i === kept ? length : 0)), pads: 0, sentence: 0 });
  }
}

register(PaddingElement);
