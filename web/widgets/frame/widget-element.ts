/**
 * @file Base of all widgets: settings from attributes and properties, events, methods, errors in its own place, and
 * runs of the engine only while it is seen.
 */
import { type CSSResultGroup, html, LitElement, nothing, type TemplateResult } from 'lit';
import { Controls } from './controls.js';
import { embedPanel } from './embed-panel.js';
import { Session } from './engine-client.js';
import { attributeOf, changedSettings, defaultsOf, entriesOf, parseState, type Setting, settingOf } from './settings.js';
import { frameStyles } from './styles.js';
import { whenSeen } from './view-watch.js';
import type { AnyWidget, Widget } from './widget.js';

/** Detail of the events `input` and `change`. */
export interface SettingChange {
  name: string;
  value: unknown;
  state: object;
}

const frameAttributes = ['hide', 'lock', 'state'];

export abstract class WidgetElement<S extends object, R, I, P = never> extends LitElement {
  static widget: AnyWidget;
  static override styles: CSSResultGroup = frameStyles;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...frameAttributes, ...Object.keys(this.widget.schema).map(attributeOf)];
  }

  readonly widget = (this.constructor as typeof WidgetElement).widget as Widget<S, R, I>;
  /** The settings as they are now. Views read them and change them with `edit`. */
  protected settings: S = defaultsOf(this.widget.schema);
  protected result: R | null = null;
  protected readonly controls = new Controls<S>(
    this.widget.schema,
    () => this.settings,
    (name, value, done) => this.edit({ [name]: value } as Partial<S>, done),
    (name) => this.nameList('hide').has(name),
    (name) => this.nameList('lock').has(name),
  );
  private readonly session = new Session<I, R, P>(this.widget.name);
  /** Per setting, and '' for the engine, what is wrong. */
  private readonly problems = new Map<string, string>();
  /** As JSON: what the present result, or the present run, was computed from. */
  private computedFrom: string | null = null;
  /** As JSON: what the result was computed from, and what was said of it. */
  private resultFrom: string | null = null;
  private said = '';
  private running = false;
  private isSeen = false;
  protected halted = false;
  private stopWatching: (() => void) | null = null;
  private waiting: { resolve(result: R): void; reject(error: Error): void }[] = [];

  constructor() {
    super();
    // A property that was set before the script came hides the accessor.
    for (const [name] of entriesOf(this.widget.schema)) {
      if (!Object.hasOwn(this, name)) continue;
      const value = (this as unknown as Record<string, unknown>)[name];
      delete (this as unknown as Record<string, unknown>)[name];
      this.assign(name, value);
    }
  }

  /** Back to the settings that the attributes give, or the defaults. */
  reset(): void {
    this.problems.clear();
    this.settings = defaultsOf(this.widget.schema);
    this.whenReset();
    for (const name of this.getAttributeNames()) this.attributeChangedCallback(name, null, this.getAttribute(name));
    this.requestUpdate();
  }

  /**
   * Computes anew and gives the result. Out of view or in a hidden tab it waits until it is seen.
   * Errors: a wrong setting (TypeError), an engine that can't be had, a widget that is removed meanwhile.
   */
  run(): Promise<R> {
    this.problems.delete('');
    const [problem] = this.problems.values();
    if (problem !== undefined) return Promise.reject(new TypeError(problem));
    this.computedFrom = null;
    this.requestUpdate();
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** All settings as plain data; given some, takes them over first. */
  state(next?: Partial<S>): S {
    if (next !== undefined) {
      for (const [name, value] of Object.entries(next)) this.assign(name, value);
    }
    return structuredClone(this.settings);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopWatching = whenSeen(this, (seen) => {
      this.isSeen = seen;
      this.session.pause(!seen || this.halted);
      if (seen) this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWatching?.();
    this.isSeen = false;
    this.session.close();
    this.computedFrom = null;
    this.running = false;
    for (const { reject } of this.waiting.splice(0)) reject(new Error(`[${this.widget.name}] removed from the page`));
  }

  override attributeChangedCallback(attribute: string, old: string | null, text: string | null): void {
    super.attributeChangedCallback(attribute, old, text);
    if (attribute === 'state') this.assignState(text);
    else if (attribute === 'hide' || attribute === 'lock') this.requestUpdate();
    const entry = settingOf(this.widget.schema, attribute);
    if (entry) this.assign(entry[0], text === null ? entry[1].default : entry[1].parse(text));
  }

  /** The figure itself. `result` is null until the engine has given the first. */
  protected abstract body(settings: S, result: R): TemplateResult;
  /** What stands between caption and figure. */
  protected abstract settingControls(settings: S): unknown;
  /** Stands below the fallback until there is a result. */
  protected pending(_settings: S): unknown {
    return nothing;
  }
  /** Whether the engine may start. */
  protected get isReady(): boolean {
    return true;
  }
  /** Whether the reader is to say first what they expect. */
  protected get isCovered(): boolean {
    return false;
  }
  /** Something to show before the end of a run. */
  protected whenPart(_part: P): void {}
  protected whenReset(): void {}

  /** Changes settings on behalf of the reader. @param done false while a handle is still dragged */
  protected edit(changes: Partial<S>, done = true): void {
    for (const [name, value] of Object.entries(changes)) {
      this.assign(name, value);
      const detail: SettingChange = { name, value, state: this.state() };
      this.emit('input', detail);
      if (done) this.emit('change', detail);
    }
  }

  protected emit(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  /** Whether the engine is at work on what is not shown yet. */
  protected get isRunning(): boolean {
    return this.running;
  }

  /** Halts a long run for the reader, but for some turns. */
  protected halt(on: boolean, turns = 0): void {
    this.halted = on;
    this.session.pause(on || !this.isSeen, turns);
    this.requestUpdate();
  }

  /** Ends a run for the reader: what it has shown by now is its result. */
  protected endRun(): void {
    this.session.close();
    if (this.result !== null) this.finish(this.result);
  }

  protected override render(): TemplateResult {
    const problems = [...this.problems.values()];
    const { result, settings } = this;
    const shown = problems.length === 0 && result !== null;
    // Native events of the controls end here: the widget sends its own.
    return html`<figure part="figure" @input=${stop} @change=${stop} aria-busy=${this.running ? 'true' : 'false'}>
      <figcaption part="caption" id="caption"><slot name="caption">${this.widget.title}</slot></figcaption>
      ${shown
        ? html`<div part="controls" class="controls">${this.settingControls(settings)}</div>
            <div part="body" class="body">${this.body(settings, result)}</div>
            <p part="words" class="words" role="status">
              ${this.isCovered ? 'Covered until you have said what you expect.' : this.wordsNow(settings, result)}
            </p>
            ${this.nameList('hide').has('tools') ? nothing : this.tools(settings, result)}`
        : html`${problems.length > 0 ? this.errorBox(problems) : nothing} ${this.fallback(problems.length > 0)}
            ${problems.length > 0 ? nothing : this.pending(settings)}`}
    </figure>`;
  }

  protected override updated(): void {
    if (!this.isSeen || this.problems.size > 0 || !this.isReady) return;
    const input = this.widget.input(this.settings);
    const key = JSON.stringify(input);
    if (key === this.computedFrom) return;
    this.computedFrom = key;
    this.running = true;
    this.session.run(input, {
      part: (part) => this.whenPart(part),
      done: (result) => this.finish(result),
      error: (message) => this.fail(message),
    });
  }

  /** New settings don't belong to an old result: until the next one the words stay. */
  private wordsNow(settings: S, result: R): string {
    if (JSON.stringify(this.widget.input(settings)) === this.resultFrom) this.said = this.widget.words(settings, result);
    return this.said;
  }

  private finish(result: R): void {
    this.running = false;
    this.resultFrom = this.computedFrom;
    this.result = result;
    this.requestUpdate();
    for (const { resolve } of this.waiting.splice(0)) resolve(result);
    this.emit('result', { result, words: this.widget.words(this.settings, result), state: this.state() });
  }

  private fail(message: string): void {
    this.running = false;
    this.problems.set('', message);
    this.requestUpdate();
    for (const { reject } of this.waiting.splice(0)) reject(new Error(message));
  }

  private assign(name: string, value: unknown): void {
    const setting = (this.widget.schema as Record<string, Setting<unknown>>)[name];
    try {
      if (!setting) throw new TypeError(`expected one of ${Object.keys(this.widget.schema).join(', ')}, got "${name}"`);
      this.settings = { ...this.settings, [name]: setting.check(value) };
      this.problems.delete(name);
      this.problems.delete('');
    } catch (error) {
      const place = setting ? `${attributeOf(name)}: ` : '';
      this.problems.set(name, `[${this.widget.name}] ${place}${(error as Error).message}`);
    }
    this.requestUpdate();
  }

  private assignState(text: string | null): void {
    if (text === null) return;
    try {
      const state = parseState(text);
      this.problems.delete('state');
      this.state(state as Partial<S>);
    } catch (error) {
      this.problems.set('state', `[${this.widget.name}] state: ${(error as Error).message}`);
      this.requestUpdate();
    }
  }

  private nameList(attribute: 'hide' | 'lock'): { has(name: string): boolean } {
    const names = (this.getAttribute(attribute) ?? '').split(/\s+/).filter(Boolean);
    return { has: (name) => names.includes(attributeOf(name)) || names.includes('all') };
  }

  /** While the reader is asked for a guess there is none: it would tell. */
  private fallback(isFinal: boolean): unknown {
    if (!isFinal && !this.isReady) return nothing;
    return html`<slot name="fallback">${isFinal ? nothing : html`<p class="waiting">The figure is loading.</p>`}</slot>`;
  }

  private errorBox(problems: string[]): TemplateResult {
    const retry = (): void => {
      this.problems.delete('');
      this.computedFrom = null;
      this.requestUpdate();
    };
    return html`<div part="error" class="error" role="alert">
      ${problems.map((problem) => html`<p>${problem}</p>`)}
      ${this.problems.has('') ? html`<button type="button" @click=${retry}>Try again</button>` : nothing}
    </div>`;
  }

  private tools(settings: S, result: R): TemplateResult {
    return html`<div part="tools" class="tools">
      <button type="button" @click=${() => this.resetByReader()}>Reset</button>
      ${embedPanel(this.widget, settings, result, changedSettings(this.widget.schema, settings))}
    </div>`;
  }

  private resetByReader(): void {
    this.reset();
    this.emit('change', { name: '', value: null, state: this.state() } satisfies SettingChange);
  }
}

function stop(event: Event): void {
  if (!(event instanceof CustomEvent)) event.stopPropagation();
}
