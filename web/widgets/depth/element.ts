/** @file `<normlab-depth>`: signal and gradient, layer by layer. */
import { css, html, type TemplateResult } from 'lit';
import { formatAlone } from '../../charts/words.js';
import { chart } from '../frame/chart-part.js';
import { register } from '../frame/register.js';
import { WidgetElement } from '../frame/widget-element.js';
import { depth, depthChart, type DepthResult, type DepthSettings } from './model.js';

/** Gains at which something happens with relu, without a norm. */
const gains: [name: string, gain: number][] = [
  ['It fades', 0.9],
  ['It holds: √2', 1.4142],
  ['It overflows', 40],
];

export class DepthElement extends WidgetElement<DepthSettings, DepthResult, DepthSettings> {
  static override widget = depth;
  static override styles = [
    WidgetElement.styles,
    css`
      .charts {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 24px;
      }
    `,
  ];

  protected override settingControls(): unknown {
    const { controls } = this;
    return [
      controls.slider('gain', (value) => formatAlone(Number(value.toPrecision(3)))),
      controls.slider('depth'),
      controls.choices('activation'),
      html`<span class="row"
        >${gains.map(([name, gain]) => controls.button(name, () => this.edit({ gain }), 'gain'))}</span
      >`,
    ];
  }

  protected override body(_: DepthSettings, lanes: DepthResult): TemplateResult {
    return html`<div class="charts">${chart(depthChart(lanes, 'signal'))} ${chart(depthChart(lanes, 'gradient'))}</div>`;
  }
}

register(DepthElement);
