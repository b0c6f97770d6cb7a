/** The layers of the house: dependencies point one way. Read from the files themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
}

function matches(file: string, pattern: RegExp): string[] {
  return [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)].map((match) => match[1]);
}

describe('C++', () => {
  // What the files of each folder may include besides their own.
  const below: Record<string, string[]> = { core: [], kernels: ['core'] };
  below.autograd = [...below.kernels, 'kernels'];
  below.nn = [...below.autograd, 'autograd'];
  below.optim = [...below.nn, 'nn'];
  below.data = [...below.nn, 'nn'];
  below.train = [...below.optim, 'optim', 'data'];
  const sources = filesBelow('cpp/normlab', /\.(hpp|cpp|inc)$/);

  it.each(Object.keys(below))('%s includes only what lies below it', (layer) => {
    const own = sources.filter((file) => file.startsWith(`cpp/normlab/${layer}/`));
    expect(own.length).toBeGreaterThan(0);
    for (const file of own) {
      for (const include of matches(file, /#include "normlab\/(\w+)\//g)) {
        expect([layer, ...below[layer]], `${file} includes normlab/${include}`).toContain(include);
      }
    }
  });

  it('kernels know no tensors', () => {
    for (const file of sources.filter((name) => name.startsWith('cpp/normlab/kernels/'))) {
      for (const include of matches(file, /#include "normlab\/core\/(\w+)\.hpp"/g)) {
        expect(['shape', 'check', 'math'], `${file} includes core/${include}`).toContain(include);
      }
    }
  });

  it('one header includes xtensor, and Emscripten is known to the bindings only', () => {
    const withXtensor = sources.filter((file) => matches(file, /#include <(xtensor\/)/g).length > 0);
    expect(withXtensor).toEqual(['cpp/normlab/core/expression.hpp']);
    expect(sources.filter((file) => matches(file, /(emscripten)/gi).length > 0)).toEqual([]);
  });

  it('the core uses neither streams, locales, std distributions nor libm functions but sqrt', () => {
    for (const file of sources) {
      expect(matches(file, /#include <(iostream|sstream|locale|regex|random)>/g), file).toEqual([]);
      expect(matches(file, /std::((?:exp|log|log1p|tanh|sin|cos|pow|erf|fma)f?)\(/g), file).toEqual([]);
    }
  });
});

describe('TypeScript', () => {
  const allowed: Record<string, string[]> = {
    api: [],
    lesson: [],
    charts: [],
    kernel: ['api', 'charts'], // the data of a chart is part of the protocol
    python: ['api', 'kernel'],
    // Pages of an author's lessons are the notebook's; a figure's attributes, and its still, are what its widget says.
    cli: ['api', 'kernel', 'python', 'lesson', 'charts', 'notebook', 'widgets'],
    notebook: ['kernel', 'python', 'lesson', 'charts', 'api'],
    widgets: ['api', 'charts'],
  };

  it.each(Object.keys(allowed))('web/%s imports only what lies below it', (folder) => {
    const own = filesBelow(`web/${folder}`, /\.(ts|mjs)$/);
    expect(own.length).toBeGreaterThan(0);
    for (const file of own) {
      for (const target of matches(file, /(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
        const reached = path.posix.join(path.posix.dirname(file), target);
        const layer = reached.startsWith('web/') ? reached.split('/')[1] : null;
        if (layer !== null) expect([folder, ...allowed[folder]], `${file} imports ${target}`).toContain(layer);
      }
    }
  });

  it('only web/api touches the wasm glue, and it knows no page', () => {
    for (const file of filesBelow('web', /\.ts$/)) {
      const inApi = file.startsWith('web/api/');
      if (!inApi) expect(matches(file, /from '(normlab-wasm)'/g), file).toEqual([]);
      else expect(matches(file, /\b(document|window|HTMLElement)\b/g), file).toEqual([]);
    }
  });
});
