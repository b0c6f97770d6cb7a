/** @file `<normlab-stepper>`: a norm taken apart, one step per key press. */
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { dots } from '../frame/dots.js';
import { fixed, plainNumber } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import {
  axisOf,
  isFirst,
  isLast,
  type Step,
  stepOf,
  stepper,
  type StepperInput,
  type StepperResult,
  type StepperSettings,
  undoing,
} from './model.js';
import styles from './stepper.css?inline';

export class StepperElement extends WidgetElement<StepperSettings, StepperResult, StepperInput> {
  static override widget = stepper;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];

  protected override settingControls({ norm }: StepperSettings): unknown {
    const { controls } = this;
    return [
      controls.choices('norm', { layer: 'LayerNorm', rms: 'RMSNorm' }),
      controls.slider('eps', plainNumber),
      controls.field('weight'),
      norm === 'layer' ? controls.field('bias') : nothing,
      controls.field('factor'),
    ];
  }

  protected override body(settings: StepperSettings, result: StepperResult): TemplateResult {
    const { weight, bias } = undoing(result, settings.norm);
    const undone = settings.weight === weight && (settings.norm === 'rms' || settings.bias === bias);
    return html`<div class="scroll">
        <table
          class=${`steps is-${settings.norm}`}
          @keydown=${this.stepByKey}
          tabindex="0"
          aria-label="The steps; arrow keys go from one to the next"
        >
          <tbody>
            ${result.steps.map((step, i) => this.row(settings, result, step, i))}
          </tbody>
        </table>
      </div>
      <div class="stepping">
        ${this.controls.button('From the start', () => this.edit({ step: 0 }), 'step', isFirst(settings, result))}
        ${this.controls.button('Back', () => this.move(-1), 'step', isFirst(settings, result))}
        ${this.controls.button('Next step', () => this.move(1), 'step', isLast(settings, result))}
        ${this.controls.button(
          undone ? 'γ = 1, β = 0' : settings.norm === 'rms' ? 'Undo it: γ = rms' : 'Undo it: γ = σ, β = μ',
          () => this.edit(undone ? { weight: 1, bias: 0 } : { weight, bias }),
          'weight',
        )}
        ${this.controls.button('All equal', () => this.edit({ values: settings.values.map(() => 3) }), 'values')}
      </div>`;
  }

  private row(
    settings: StepperSettings,
    result: StepperResult,
    { name, formula, values }: Step,
    index: number,
  ): TemplateResult {
    const at = stepOf(settings, result);
    const place = index === at ? 'now' : index > at ? 'later' : '';
    const count = settings.values.length;
    const cells =
      index === 0
        ? settings.values.map(
            (value, i) =>
              html`<td class="value">
                ${this.controls.box(
                  `x, element ${i + 1}`,
                  value,
                  (next) => this.edit({ values: settings.values.map((old, j) => (j === i ? next : old)) }),
                  'values',
                )}
              </td>`,
          )
        : values.length === 1
          ? html`<td class="value">${fixed(values[0])}</td>
              <td class="formula single" colspan=${count - 1}></td>`
          : values.map((value) => html`<td class="value">${fixed(value)}</td>`);
    return html`<tr
      class=${place}
      part="row"
      aria-hidden=${place === 'later' ? 'true' : nothing}
      aria-current=${place === 'now' ? 'step' : nothing}
    >
      <th scope="row">${name}</th>
      ${cells}
      <td class="formula">${formula}</td>
      <td class="strip">${dots(values, axisOf(result))}</td>
    </tr>`;
  }

  private move(by: number): void {
    this.edit({ step: Math.max(0, stepOf(this.settings, this.result!) + by) });
  }

  private readonly stepByKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (by === undefined || event.target instanceof HTMLInputElement || !this.result || this.controls.isLocked('step'))
      return;
    event.preventDefault();
    const next = stepOf(this.settings, this.result) + by;
    if (next >= 0 && next < this.result.steps.length) this.edit({ step: next });
  };
}

register(StepperElement);
