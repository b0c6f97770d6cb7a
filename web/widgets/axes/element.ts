/** @file `<normlab-axes>`: an editable table whose hues show which numbers a norm averages. */
import { html, mathml, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { formatAlone } from '../../charts/words.js';
import { fixed, plainNumber } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import styles from './axes.css?inline';
import {
  axes,
  type AxesInput,
  type AxesResult,
  type AxesSettings,
  focusOf,
  groupsOf,
  layouts,
  type Norm,
  normNames,
  placeName,
  valuesOf,
} from './model.js';

const quizzes: { question: string; norm: Norm; right: string; wrong: string }[] = [
  {
    question: 'How does Ana do in math, compared with the class?',
    norm: 'batch',
    right: 'Yes: the math column is one group, so Ana’s 90 is measured against Ben’s 70 and Cy’s 50.',
    wrong: 'That compares Ana’s math with Ana’s art and music: the others in the class have no part in it.',
  },
  {
    question: 'Is math what Ana is best at?',
    norm: 'layer',
    right: 'Yes: Ana’s row is one group, so math is measured against art and music, whoever else is in the class.',
    wrong: 'That compares Ana with the class: a weak class would make any subject look like Ana’s best.',
  },
];

export class AxesElement extends WidgetElement<AxesSettings, AxesResult, AxesInput> {
  static override widget = axes;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];
  /** Per question, the answer that was given. */
  private answers: (Norm | null)[] = [null, null];

  protected override settingControls(): unknown {
    return [
      this.controls.choices('norm', normNames),
      this.controls.choices('layout', { features: 'features N×C', tokens: 'tokens N×L×C', images: 'images N×C×H×W' }),
      this.controls.choices('factor', { 1: '×1', 10: '×10', 100: '×100' }),
    ];
  }

  protected override body(settings: AxesSettings, result: AxesResult): TemplateResult {
    const groups = groupsOf(settings.layout, settings.norm);
    return html`<div class="beside">
        <div class="tables scroll">
          ${layouts[settings.layout].blocks.map((name, block) => this.table(settings, result, groups, name, block))}
        </div>
        <div class="formula" part="formula">
          <p class="quiet">${placeName(settings.layout, focusOf(settings))}</p>
          <div class="line">${formula(settings, result, groups[focusOf(settings)])}</div>
        </div>
      </div>
      ${this.groupList(settings, result, groups)} ${settings.layout === 'features' ? this.quiz() : nothing}`;
  }

  protected override whenReset(): void {
    this.answers = [null, null];
  }

  private table(
    settings: AxesSettings,
    result: AxesResult,
    groups: number[],
    name: string,
    block: number,
  ): TemplateResult {
    const { rows, columns } = layouts[settings.layout];
    const first = block * rows.length * columns.length;
    return html`<table @keydown=${this.move}>
      ${name === ''
        ? html`<caption class="quiet">
            before, and
            <b>after</b>
          </caption>`
        : html`<caption>
            ${name}
          </caption>`}
      <thead>
        <tr>
          <td></td>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, i) =>
            html`<tr>
              <th scope="row">${row}</th>
              ${columns.map((_, j) => this.tableCell(settings, result, groups, first + i * columns.length + j))}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  private tableCell(settings: AxesSettings, { output }: AxesResult, groups: number[], index: number): TemplateResult {
    const focus = focusOf(settings);
    const marks = [index === focus && 'focus', groups[index] === groups[focus] && 'together'].filter(Boolean).join(' ');
    const values = valuesOf(settings);
    const take = (value: number): void => {
      const next = valuesOf({ ...settings, factor: '1' });
      next[index] =
        settings.factor !== '1' && groupsOf(settings.layout, 'batch')[index] === 0
          ? value / Number(settings.factor)
          : value;
      this.edit({ values: next });
    };
    const letter = letterOf(groups[index]);
    return html`<td
      class=${`cell group-${groups[index] % 6} ${marks}`}
      part="cell"
      data-index=${index}
      @focusin=${() => index !== focusOf(this.settings) && this.edit({ cell: index })}
      @pointerdown=${() => index !== focusOf(this.settings) && this.edit({ cell: index })}
    >
      <span class="letter" aria-hidden="true">${letter}</span>
      ${this.controls.box(`${placeName(settings.layout, index)}, group ${letter}`, values[index], take, 'values')}
      <b>${fixed(output[index])}</b>
    </td>`;
  }

  private groupList(settings: AxesSettings, { means, powers }: AxesResult, groups: number[]): TemplateResult {
    const all = [...new Set(groups)];
    const what = settings.norm === 'rms' ? 'root mean square' : 'mean and standard deviation';
    return html`<ul class="groups" aria-label=${`The ${what} of each group`}>
      ${all.map(
        (group) =>
          html`<li>
            <i class=${`group-${group % 6}`}>${letterOf(group)}</i>${settings.norm === 'rms'
              ? html`RMS ${fixed(Math.sqrt(powers[group]))}`
              : html`μ ${fixed(means[group])}, σ ${fixed(Math.sqrt(powers[group]))}`}
          </li>`,
      )}
    </ul>`;
  }

  private quiz(): TemplateResult {
    const answer = (index: number, norm: Norm): void => {
      this.answers = this.answers.map((old, i) => (i === index ? norm : old));
      this.edit({ norm });
    };
    return html`<div class="quiz" part="quiz">
      ${quizzes.map(({ question, norm, right, wrong }, i) => {
        const given = this.answers[i];
        return html`<p>
            ${question}
            ${(['batch', 'layer'] as const).map(
              (choice) =>
                html`<button
                  type="button"
                  aria-pressed=${given === choice ? 'true' : 'false'}
                  @click=${() => answer(i, choice)}
                >
                  ${normNames[choice]}
                </button>`,
            )}
          </p>
          <p class="says" role="status">${given === null ? nothing : given === norm ? right : wrong}</p>`;
      })}
    </div>`;
  }

  /** Arrow keys go from cell to cell, across tables too; within a number only where the caret can't move. */
  private readonly move = (event: KeyboardEvent): void => {
    const index = Number((event.target as Element).closest<HTMLElement>('[data-index]')?.dataset.index);
    const { columns, values } = layouts[this.settings.layout];
    const by = { ArrowUp: -columns.length, ArrowDown: columns.length, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || Number.isNaN(index) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = index + by;
    if (next < 0 || next >= values.length) return;
    this.renderRoot.querySelector<HTMLInputElement>(`[data-index="${next}"] input`)?.focus();
  };
}

function letterOf(group: number): string {
  return String.fromCharCode(65 + group);
}

/** In letters, and with the values of the cell. */
function formula(settings: AxesSettings, { output, means, powers }: AxesResult, group: number): TemplateResult {
  const focus = focusOf(settings);
  const value = formatAlone(valuesOf(settings)[focus]);
  const eps = plainNumber(settings.eps);
  const mean = fixed(means[group]);
  const isRms = settings.norm === 'rms';
  const letters = isRms
    ? mathml`<mfrac><mi>x</mi><msqrt><mtext>mean of </mtext><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mi>ε</mi></msqrt></mfrac>`
    : mathml`<mfrac><mrow><mi>x</mi><mo>−</mo><mi>μ</mi></mrow><msqrt><msup><mi>σ</mi><mn>2</mn></msup><mo>+</mo><mi>ε</mi></msqrt></mfrac>`;
  const subtracted = means[group] < 0 ? mathml`<mo>(</mo><mn>${mean}</mn><mo>)</mo>` : mathml`<mn>${mean}</mn>`;
  const above = isRms ? mathml`<mn>${value}</mn>` : mathml`<mrow><mn>${value}</mn><mo>−</mo>${subtracted}</mrow>`;
  const root = mathml`<msqrt><mn>${fixed(powers[group])}</mn><mo>+</mo><mn>${eps}</mn></msqrt>`;
  const spoken = `${value}${isRms ? '' : ` minus ${mean}`} divided by the root of ${fixed(powers[group])} plus ${eps} is ${fixed(output[focus])}`;
  return html`<math displaystyle="true" aria-hidden="true">${letters}</math>
    <math displaystyle="true" aria-label=${spoken}
      ><mo>=</mo><mfrac>${above}${root}</mfrac><mo>=</mo><mn>${fixed(output[focus])}</mn></math
    >`;
}

register(AxesElement);
