/** @file Native controls for settings: sliders, choices, switches and boxes, which authors can hide or lock. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { formatAlone } from '../../charts/words.js';
import type { Schema, Setting } from './settings.js';

type Name<S> = keyof S & string;

/** Places of a slider that moves by factors. */
const logPlaces = 200;

export class Controls<S extends object> {
  constructor(
    private readonly schema: Schema<S>,
    private readonly settings: () => S,
    private readonly set: (name: Name<S>, value: unknown, done: boolean) => void,
    private readonly isHidden: (name: string) => boolean,
    readonly isLocked: (name: string) => boolean,
  ) {}

  isShown(name: Name<S>): boolean {
    return !this.isHidden(name);
  }

  slider(name: Name<S>, format: (value: number) => string = formatAlone): unknown {
    if (this.isHidden(name)) return nothing;
    const { min = 0, max = 1, step, log, label } = this.schema[name] as Setting<unknown>;
    const value = this.settings()[name] as number;
    const range = log ? { min: 0, max: logPlaces, step: 1 } : { min, max, step: step ?? 'any' };
    const place = log ? Math.round((Math.log(value / min) / Math.log(max / min)) * logPlaces) : value;
    const valueAt = (at: number): number => (log ? Number((min * (max / min) ** (at / logPlaces)).toPrecision(2)) : at);
    const take = (event: Event, done: boolean): void => {
      event.stopPropagation();
      const at = (event.target as HTMLInputElement).valueAsNumber;
      this.set(name, Math.min(max, Math.max(min, valueAt(at))), done);
    };
    return html`<label class="control slider" part="control">
      <span class="label">${label}</span>
      <input
        type="range"
        min=${range.min}
        max=${range.max}
        step=${range.step}
        name=${name}
        .value=${live(String(place))}
        ?disabled=${this.isLocked(name)}
        aria-valuetext=${format(value)}
        @input=${(event: Event) => take(event, false)}
        @change=${(event: Event) => take(event, true)}
      />
      <output>${format(value)}</output>
    </label>`;
  }

  /** @param names what the choices are called */
  choices(name: Name<S>, names: Record<string, string> = {}): unknown {
    if (this.isHidden(name)) return nothing;
    const { label, choices = [] } = this.schema[name] as Setting<unknown>;
    return html`<fieldset class="control choices" part="control" ?disabled=${this.isLocked(name)}>
      <legend class="label">${label}</legend>
      ${choices.map(
        (value) =>
          html`<label class=${`choice of-${value}`}>
            <input
              type="radio"
              name=${name}
              value=${value}
              .checked=${live(this.settings()[name] === value)}
              @change=${(event: Event) => {
                event.stopPropagation();
                this.set(name, value, true);
              }}
            /><span>${names[value] ?? value}</span>
          </label>`,
      )}
    </fieldset>`;
  }

  switch(name: Name<S>): unknown {
    if (this.isHidden(name)) return nothing;
    return html`<label class="control switch" part="control">
      <input
        type="checkbox"
        name=${name}
        .checked=${live(this.settings()[name] === true)}
        ?disabled=${this.isLocked(name)}
        @change=${(event: Event) => {
          event.stopPropagation();
          this.set(name, (event.target as HTMLInputElement).checked, true);
        }}
      /><span class="label">${(this.schema[name] as Setting<unknown>).label}</span>
    </label>`;
  }

  /** A setting as a box with its label. */
  field(name: Name<S>): unknown {
    if (this.isHidden(name)) return nothing;
    const { label, min = -Infinity, max = Infinity } = this.schema[name] as Setting<unknown>;
    const take = (value: number): void => this.set(name, Math.min(max, Math.max(min, value)), true);
    return html`<label class="control field" part="control">
      <span class="label">${label}</span> ${this.box(label, this.settings()[name] as number, take, name)}
    </label>`;
  }

  /** A box for one number. What is no number that the setting takes is left, and marked, until it is. */
  box(label: string, value: number, take: (value: number) => void, name = '', step = 'any'): TemplateResult {
    return html`<input
      class="number"
      type="number"
      inputmode="decimal"
      step=${step}
      aria-label=${label}
      .value=${live(String(value))}
      ?disabled=${this.isLocked(name)}
      @change=${(event: Event) => {
        event.stopPropagation();
        const box = event.target as HTMLInputElement;
        const given = box.valueAsNumber;
        const fits = Number.isFinite(given) && Math.abs(given) <= 1e6;
        box.setAttribute('aria-invalid', String(!fits));
        if (fits) take(given);
      }}
    />`;
  }

  button(label: string, act: () => void, name = '', disabled = false): unknown {
    if (name !== '' && this.isHidden(name)) return nothing;
    const off = disabled || (name !== '' && this.isLocked(name));
    return html`<button type="button" part="button" ?disabled=${off} @click=${act}>${label}</button>`;
  }
}
