/** @file What makes one widget: plain data and pure functions, known to the page, the docs and the tests alike. */
import type { Picture } from './picture.js';
import type { Schema } from './settings.js';

/** Height of an element with its first result in a lesson: in the column of 752 px, and on a phone of 320 px; px. */
export type Room = readonly [inColumn: number, onPhone: number];

/** @template S settings @template R result of the engine @template I what the engine is given */
export interface Widget<S extends object, R, I> {
  /** The element is `<normlab-NAME>`. */
  readonly name: string;
  readonly title: string;
  /** What it shows, for the documentation. */
  readonly about: string;
  readonly schema: Schema<S>;
  /** Slots, parts and events beyond those that every widget has. */
  readonly parts?: Record<string, string>;
  /** What the engine needs to know; an unchanged input needs no new run. */
  input(settings: S): I;
  /** The result in words: read aloud, and the text of the still. */
  words(settings: S, result: R): string;
  /** The result without controls: for files, for print, and for pages without scripts. */
  picture(settings: S, result: R): Picture;
  /** A page that keeps it does not move when the widget comes. */
  room(settings: S): Room;
}

export type AnyWidget = Widget<any, any, any>;
