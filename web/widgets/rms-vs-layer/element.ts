/** @file `<normlab-rms-vs-layer>`: what a shift and a stretch do to LayerNorm and to RMSNorm. */
import { html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import { formatAlone } from '../../charts/words.js';
import { dots } from '../frame/dots.js';
import { fixed, plainNumber } from '../frame/numbers.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import { changeText, movedBy, type Normed, type RmsResult, type RmsSettings, rmsVsLayer } from './model.js';
import styles from './rms.css?inline';

const size = 300;
const half = 9;
const place = (value: number): number => ((value + half) / (2 * half)) * size;

export class RmsVsLayerElement extends WidgetElement<RmsSettings, RmsResult, RmsSettings> {
  static override widget = rmsVsLayer;
  static override styles = [WidgetElement.styles, unsafeCSS(styles)];

  protected override settingControls(): unknown {
    const { controls } = this;
    return [
      controls.slider('shift'),
      controls.slider('factor', (value) => `×${formatAlone(value)}`),
      controls.slider('eps', plainNumber),
      controls.choices('epsPlace', { inside: 'under the root', outside: 'outside' }),
    ];
  }

  protected override body(settings: RmsSettings, result: RmsResult): TemplateResult {
    return html`<div class="both">${this.vectors(settings, result)} ${this.flat(result.point, result.moved)}</div>`;
  }

  private vectors(settings: RmsSettings, result: RmsResult): TemplateResult {
    const { before, after } = result;
    const all = [before.x, after.x].flat();
    const inputAxis: [number, number] = [Math.min(0, ...all), Math.max(0, ...all)];
    const outputs = [before.layer, after.layer, before.rms, after.rms].flat();
    const outputAxis: [number, number] = [Math.min(-1, ...outputs), Math.max(1, ...outputs)];
    const set = (i: number, next: number): void =>
      this.edit({ values: settings.values.map((old, j) => (j === i ? next : old)) });
    const count = settings.values.length;
    const row = (
      name: string,
      of: string,
      values: number[],
      was: number[],
      axis: [number, number],
      by: string,
    ): TemplateResult =>
      html`<tr class=${of}>
          <th scope="row">${name}</th>
          ${values.map(
            (value) => html`<td>${of === '' ? formatAlone(Number(value.toPrecision(5))) : fixed(value, 3)}</td>`,
          )}
        </tr>
        <tr class=${of}>
          <td class="by">${by}</td>
          <td class="dots-cell" colspan=${count}>${dots(values, axis, was, 200)}</td>
        </tr>`;
    const said = (norm: 'layer' | 'rms'): string => {
      const by = movedBy(result, norm);
      return by < 5e-4 ? 'did not move' : `moved by ${fixed(by, 3)}`;
    };
    return html`<div class="scroll">
      <table class="vectors">
        <tbody>
          <tr>
            <th scope="row">x</th>
            ${settings.values.map(
              (value, i) =>
                html`<td>${this.controls.box(`x, element ${i + 1}`, value, (next) => set(i, next), 'values')}</td>`,
            )}
          </tr>
          ${row('then', '', after.x, before.x, inputAxis, changeText(settings))}
          ${row('LayerNorm', 'of-layer', after.layer, before.layer, outputAxis, said('layer'))}
          ${row('RMSNorm', 'of-rms', after.rms, before.rms, outputAxis, said('rms'))}
        </tbody>
      </table>
    </div>`;
  }

  private flat(point: Normed, moved: Normed): TemplateResult {
    const canDrag = this.controls.isShown('pointX') && !this.controls.isLocked('pointX');
    const [x, y] = point.x;
    const [mx, my] = moved.x;
    const at = ([a, b]: number[], name: string): TemplateResult =>
      svg`<circle class=${name} cx=${place(a)} cy=${size - place(b)} r="6"></circle>` as TemplateResult;
    const ring = (Math.SQRT2 / (2 * half)) * size;
    const text = `LayerNorm puts it at ${moved.layer.map((v) => fixed(v)).join(', ')}; RMSNorm at ${moved.rms.map((v) => fixed(v)).join(', ')}.`;
    return html`<div class="flat" part="plane">
      <p class="heading">Two numbers, in the plane</p>
      <svg
        viewBox=${`0 0 ${size} ${size}`}
        role=${canDrag ? 'slider' : 'img'}
        tabindex=${canDrag ? 0 : nothing}
        aria-label="Two numbers as a point; arrow keys move it"
        aria-valuenow=${canDrag ? x : nothing}
        aria-valuetext=${`${fixed(x, 1)}, ${fixed(y, 1)}. ${text}`}
        @pointerdown=${canDrag ? this.drag : nothing}
        @pointermove=${canDrag ? this.drag : nothing}
        @keydown=${canDrag ? this.moveByKey : nothing}
      >
        <path class="axis" d=${`M0,${size / 2}H${size}M${size / 2},0V${size}`}></path>
        <path class="ones" d=${`M0,${size}L${size},0`}></path>
        <path class="line" d=${`M0,0L${size},${size}`}></path>
        <circle class="ring" cx=${size / 2} cy=${size / 2} r=${ring}></circle>
        <path class="from" d=${`M${place(x)},${size - place(y)}L${place(mx)},${size - place(my)}`}></path>
        ${at([mx, my], 'given')} ${at([x, y], 'handle')} ${at(moved.layer, 'layer')} ${at(moved.rms, 'rms')}
        <text x=${size - 4} y="14" text-anchor="end">(1, 1)</text>
      </svg>
      <p class="quiet">
        (${formatAlone(x)}, ${formatAlone(y)}): root mean square ${fixed(point.meanSquareRoot)}. ${text} A shift goes
        along (1, 1): LayerNorm takes that away, RMSNorm does not.
      </p>
    </div>`;
  }

  private readonly drag = (event: PointerEvent): void => {
    const target = event.currentTarget as Element;
    if (event.type === 'pointerdown') target.setPointerCapture(event.pointerId);
    else if (!target.hasPointerCapture(event.pointerId)) return;
    const box = target.getBoundingClientRect();
    const at = (px: number): number => (px / box.width) * 2 * half - half;
    this.move(at(event.clientX - box.left), -at(event.clientY - box.top));
  };

  private readonly moveByKey = (event: KeyboardEvent): void => {
    const { pointX, pointY } = this.settings;
    const by = (
      { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, 0.5], ArrowDown: [0, -0.5] } as Record<
        string,
        number[]
      >
    )[event.key];
    if (!by) return;
    event.preventDefault();
    this.move(pointX + by[0], pointY + by[1]);
  };

  private move(x: number, y: number): void {
    const within = (value: number): number => Number(Math.max(-8, Math.min(8, value)).toFixed(1));
    this.edit({ pointX: within(x), pointY: within(y) });
  }
}

register(RmsVsLayerElement);
