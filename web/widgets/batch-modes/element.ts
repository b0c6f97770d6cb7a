/** @file `<normlab-batch-modes>`: what BatchNorm keeps, and when it uses that. */
import { html, type TemplateResult, unsafeCSS } from 'lit';
import { formatAlone } from '../../charts/words.js';
import { chart } from '../frame/chart-part.js';
import { dots } from '../frame/dots.js';
import { fixed } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import {
  batchModes,
  companionSets,
  type ModesInput,
  type ModesResult,
  type ModesSettings,
  newWeight,
  traceChart,
} from './model.js';
import styles from './modes.css?inline';

/** The axis of the outputs stays, so that their spread can be compared. */
const axis: [number, number] = [-2, 4];

export class BatchModesElement extends WidgetElement<ModesSettings, ModesResult, ModesInput> {
  static override widget = batchModes;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];

  protected override settingControls(settings: ModesSettings): unknown {
    const { controls } = this;
    return [
      controls.choices('mode', { train: 'train()', eval: 'eval()' }),
      controls.slider('batchSize'),
      controls.slider('momentum', (value) => fixed(value)),
      controls.choices('convention', { new: 'the new batch (PyTorch)', old: 'what was kept (Keras)' }),
      controls.choices('variance', { unbiased: 'n − 1', biased: 'n' }),
      controls.button('Other batches', () => this.edit({ seed: (settings.seed + 1) % 2 ** 32 }), 'seed'),
    ];
  }

  protected override body(settings: ModesSettings, result: ModesResult): TemplateResult {
    const weight = newWeight(settings);
    const rule = `kept ← ${formatAlone(Number((1 - weight).toFixed(4)))} · kept + ${formatAlone(weight)} · batch`;
    return html`${result.error === null
      ? html`<p class="quiet rule">${rule}</p>
          <div class="traces">${chart(traceChart(result, 'mean'))} ${chart(traceChart(result, 'variance'))}</div>`
      : html`<p class="real-error">${result.error}</p>`}
    ${result.outputs.length > 0 ? this.outputs(settings, result) : ''}`;
  }

  private outputs(settings: ModesSettings, { outputs }: ModesResult): TemplateResult {
    const [low, high] = [Math.min(axis[0], ...outputs), Math.max(axis[1], ...outputs)];
    return html`<div class="example" part="outputs">
      <p class="row">
        <span>The output for</span>
        ${this.controls.box(
          'The example',
          settings.example,
          (example) => this.edit({ example: Math.max(-20, Math.min(30, example)) }),
          'example',
        )}
        <span>in ${settings.mode} mode, ${companionSets} times, each time with other companions:</span>
      </p>
      ${dots(outputs, [low, high], [], 560)}
      <p class="ends" aria-hidden="true"><span>${fixed(low, 1)}</span><span>${fixed(high, 1)}</span></p>
    </div>`;
  }
}

register(BatchModesElement);
