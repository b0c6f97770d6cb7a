/** @file `<normlab-contours>`: gradient descent on a stretched bowl and on a round one. */
import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import { formatAlone } from '../../charts/words.js';
import { chart } from '../frame/chart-part.js';
import { fixed } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import styles from './contours.css?inline';
import {
  type Bowl,
  contours,
  type ContoursInput,
  type ContoursResult,
  type ContoursSettings,
  errorChart,
  maxSteps,
} from './model.js';
import { plane, reach } from './plane.js';

export class ContoursElement extends WidgetElement<ContoursSettings, ContoursResult, ContoursInput> {
  static override widget = contours;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];
  /** Steps that the reader expects of the raw bowl, and whether they are asked now. */
  private guess: number | null = null;
  private isAsked = false;

  protected override settingControls({ rate }: ContoursSettings): unknown {
    const { controls } = this;
    return [
      controls.slider('scale', (value) => `×${formatAlone(value)}`),
      controls.slider('rate', (value) => fixed(value)),
      controls.button('Best step', () => this.edit({ rate: 1 }), 'rate', rate === 1),
    ];
  }

  protected override body(_: ContoursSettings, result: ContoursResult): TemplateResult {
    return html`<div class="bowls">
        ${this.bowl('Raw features', result.raw, this.isAsked)}
        ${this.bowl('Standardized features', result.standardized, false)}
      </div>
      ${this.predict(result.raw)}
      ${this.isAsked ? nothing : html`<div class="errors">${chart(errorChart(result))}</div>`}`;
  }

  protected override get isCovered(): boolean {
    return this.isAsked;
  }

  protected override whenReset(): void {
    this.guess = null;
    this.isAsked = false;
  }

  private bowl(name: string, bowl: Bowl, isCovered: boolean): TemplateResult {
    const canDrag = !this.controls.isLocked('startX') && this.controls.isShown('startX');
    return html`<div class="bowl" part="bowl">
      <p class="heading">${name}</p>
      <p class="facts">
        condition number <b>${fixed(bowl.condition, bowl.condition < 10 ? 2 : 1)}</b>,
        ${isCovered
          ? '? steps'
          : bowl.steps === null
            ? html`not there in <b>${maxSteps}</b> steps`
            : html`<b>${bowl.steps}</b> steps`}
      </p>
      ${plane(name, isCovered ? { ...bowl, path: [bowl.path[0]] } : bowl, canDrag, this.drag, this.moveByKey)}
    </div>`;
  }

  /** How many steps will the raw bowl need? Its way is covered until there is an answer. */
  private predict({ steps }: Bowl): TemplateResult {
    const show = (isAsked: boolean, guess: number | null): void => {
      this.isAsked = isAsked;
      this.guess = guess;
      this.requestUpdate();
    };
    if (this.isAsked) {
      return html`<p class="guess">
        <span>Set the scale as you like. How many steps will the raw bowl take?</span>
        ${this.controls.box('Steps of the raw bowl', 0, (value) => show(false, Math.round(value)))}
      </p>`;
    }
    const near = this.guess !== null && steps !== null && Math.abs(this.guess - steps) <= Math.max(2, steps * 0.2);
    return html`<p class="guess">
      ${this.controls.button('Predict the steps', () => show(true, null))}
      <span role="status"
        >${this.guess === null
          ? nothing
          : `You said ${this.guess}; it took ${steps ?? `more than ${maxSteps}`}${near ? ': well guessed.' : '.'}`}</span
      >
    </p>`;
  }

  private readonly drag = (event: PointerEvent): void => {
    const target = event.currentTarget as Element;
    if (event.type === 'pointerdown') target.setPointerCapture(event.pointerId);
    else if (!target.hasPointerCapture(event.pointerId)) return;
    const box = target.getBoundingClientRect();
    const at = (px: number): number => (px / box.width) * 2 * reach - reach;
    this.start(at(event.clientX - box.left), -at(event.clientY - box.top));
  };

  private readonly moveByKey = (event: KeyboardEvent): void => {
    const { startX, startY } = this.settings;
    const by = (
      { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] } as Record<
        string,
        number[]
      >
    )[event.key];
    if (!by) return;
    event.preventDefault();
    this.start(startX + by[0], startY + by[1]);
  };

  private start(x: number, y: number): void {
    const within = (value: number): number => Number(Math.max(-4, Math.min(4, value)).toFixed(2));
    this.edit({ startX: within(x), startY: within(y) });
  }
}

register(ContoursElement);
