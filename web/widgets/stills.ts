/** @file The widgets as they are before anybody touches them: pictures and words, computed while a site is built. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load, Scope } from '../api/index.js';
import { toHtml } from '../charts/markup.js';
import { widgets } from './all.js';
import { computes } from './frame/computes.js';
import type { Compute } from './frame/protocol.js';
import { defaultsOf, parseState, type Schema, settingOf } from './frame/settings.js';
import { stillSvg } from './frame/still.js';
import type { AnyWidget, Room } from './frame/widget.js';
import { pictureMarkup } from './still-markup.js';

type Settings = Record<string, unknown>;

export interface Still {
  name: string;
  svg: string;
  words: string;
}

/** What stands in the place of a widget on a page of the site until it works. */
export interface PageStill {
  title: string;
  html: string;
  room: Room;
}

/** @param folder of the built engine */
export async function loadFrom(folder: string): Promise<void> {
  const file = (name: string): Uint8Array => readFileSync(path.join(folder, name));
  await load({ wasmBinary: file('normlab.wasm'), digits: file('digits.bin') });
}

/** @param engine folder of the built engine */
export async function makeStills(engine: string): Promise<Still[]> {
  await loadFrom(engine);
  const stills: Still[] = [];
  for (const widget of widgets) {
    const settings = defaultsOf<Settings>(widget.schema);
    const result = await resultOf(widget, settings);
    const words = widget.words(settings, result);
    stills.push({ name: widget.name, svg: stillSvg(widget.picture(settings, result), words), words });
  }
  return stills;
}

/**
 * The still of a widget with its attributes; null for a widget that is none of these. The engine must be loaded.
 * @throws TypeError for a wrong attribute, in the widget's own words
 */
export async function pageStill(name: string, attributes: Record<string, string>): Promise<PageStill | null> {
  const widget = widgets.find((one) => one.name === name);
  if (!widget) return null;
  const settings = settingsOf(widget, attributes);
  const result = await resultOf(widget, settings);
  const picture = widget.picture(settings, result);
  const markup = pictureMarkup(picture, widget.words(settings, result));
  return { title: widget.title, html: markup.map(toHtml).join('\n'), room: widget.room(settings) };
}

/** As the element reads its attributes. */
function settingsOf(widget: AnyWidget, attributes: Record<string, string>): Settings {
  const schema = widget.schema as Schema<Settings>;
  const settings = defaultsOf<Settings>(schema);
  for (const [attribute, text] of Object.entries(attributes)) {
    try {
      const entry = settingOf(schema, attribute);
      const values = attribute === 'state' ? parseState(text) : entry ? { [entry[0]]: entry[1].parse(text) } : {};
      for (const [name, value] of Object.entries(values)) {
        if (!Object.hasOwn(schema, name)) throw new TypeError('there is no such setting');
        settings[name] = schema[name].check(value);
      }
    } catch (error) {
      throw new TypeError(`[${widget.name}] ${attribute}: ${(error as Error).message}`);
    }
  }
  return settings;
}

/** What a widget computes from settings, without a worker. */
export async function resultOf(widget: AnyWidget, settings: object): Promise<unknown> {
  const scope = new Scope();
  const run = { paused: false, post: () => {}, breathe: async () => {}, own: <T>(body: () => T): T => scope.run(body) };
  try {
    const compute = computes[widget.name] as unknown as Compute<unknown, unknown, unknown>;
    return await compute(widget.input(settings), run);
  } finally {
    scope.dispose();
  }
}
