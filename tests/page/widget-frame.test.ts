/** @file What all widgets share: settings as texts, embed codes, what tools read about them, and that runs leave no tensor. */
import { beforeAll, describe, expect, test } from 'vitest';
import { memory } from '../../web/api/index.js';
import { widgets } from '../../web/widgets/all.js';
import { embedPage } from '../../web/widgets/embed/embed-page.js';
import { embedCode } from '../../web/widgets/frame/embed-code.js';
import {
  attributeOf,
  changedSettings,
  defaultsOf,
  entriesOf,
  flag,
  number,
  numbers,
} from '../../web/widgets/frame/settings.js';
import { stillSvg } from '../../web/widgets/frame/still.js';
import { customElementsManifest, elementTypes } from '../../web/widgets/manifest.js';
import { resultOf } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

const words = { label: 'x', description: 'x' };
const byName = (name: string) => widgets.find((widget) => widget.name === name)!;

describe('settings', () => {
  test.each(widgets.map((widget) => [widget.name, widget] as const))(
    'the defaults of %s survive as texts',
    (_, { schema }) => {
      for (const [name, setting] of entriesOf<Record<string, unknown>>(schema)) {
        expect(setting.check(setting.default), name).toEqual(setting.default);
        expect(setting.check(setting.parse(setting.format(setting.default))), name).toEqual(setting.default);
      }
    },
  );

  test('a wrong value is refused with what was expected', () => {
    const eps = number(1, { ...words, min: 0, max: 2 });
    for (const [value, got] of [
      [NaN, 'NaN'],
      [Infinity, 'Infinity'],
      [-1, '-1'],
      ['1', '"1"'],
      [null, 'null'],
    ] as const) {
      expect(() => eps.check(value)).toThrow(`expected a number from 0 to 2, got ${got}`);
    }
    expect(eps.parse('0.5')).toBe(0.5);
    expect(() => eps.check(eps.parse(''))).toThrow('got ""');
    const list = numbers([1], { ...words, min: 1, max: 3 });
    expect(list.parse('1, 2;3')).toEqual([1, 2, 3]);
    for (const bad of [[], [1, 2, 3, 4], [1, NaN], [1e31]])
      expect(() => list.check(bad)).toThrow('expected 1 to 3 numbers');
    expect(['', 'true', 'false'].map((text) => flag(false, words).parse(text))).toEqual([true, true, false]);
    expect(() => flag(false, words).check('yes')).toThrow('expected true or false, got "yes"');
  });

  test('only what was changed is written', () => {
    const { schema } = byName('race');
    const settings = { ...defaultsOf<Record<string, unknown>>(schema), batchSize: 32, lanes: 'none; layer lr=0.1' };
    expect(changedSettings(schema, settings)).toEqual([
      ['lanes', 'none; layer lr=0.1'],
      ['batch-size', '32'],
    ]);
    expect(attributeOf('epsPlace')).toBe('eps-place');
  });
});

describe('embed codes', () => {
  const site = 'https://course.example/normlab/';

  test('are an element, a frame and a picture with the present settings', () => {
    const [element, frame, picture] = embedCode(
      byName('race'),
      [
        ['lanes', 'none; "layer"'],
        ['seed', '3'],
      ],
      'The <words>',
      site,
    );
    expect(element.code).toBe(
      '<script type="module" src="https://course.example/normlab/widgets/race.js"></script>\n' +
        '<normlab-race lanes="none; &quot;layer&quot;" seed="3"></normlab-race>',
    );
    expect(frame.code).toContain(
      'src="https://course.example/normlab/embed/race.html?lanes=none%3B+%22layer%22&amp;seed=3"',
    );
    expect(frame.code).toContain('aspect-ratio: 4 / 3');
    expect(frame.code).toContain('<script async src="https://course.example/normlab/embed/resize.js"></script>');
    expect(picture.code).toBe('<img src="normlab-race.svg" alt="The &lt;words&gt;">');
  });

  test('of a widget from a bundle name the package', () => {
    const codes = embedCode(byName('axes'), [], 'Words', null);
    expect(codes.map(({ form }) => form)).toEqual(['Element', 'Picture']);
    expect(codes[0].code).toContain("import 'normlab/widgets/axes'");
  });

  test('the page in a frame shows its picture where there is no script', () => {
    const html = embedPage(byName('axes'), 'Words of "it"');
    expect(html).toContain('<img src="axes.svg" alt="Words of &quot;it&quot;">');
    expect(html).toContain('<script type="module" src="../widgets/axes.js">');
  });
});

describe('what tools read', () => {
  interface Manifest {
    schemaVersion: string;
    modules: {
      path: string;
      declarations: {
        tagName: string;
        attributes: { name: string; default?: string }[];
        members: { name: string }[];
      }[];
    }[];
  }
  const manifest = customElementsManifest(widgets) as Manifest;

  test('custom-elements.json has every element with its attributes and members', () => {
    expect(manifest.modules.map(({ path }) => path)).toEqual(widgets.map(({ name }) => `widgets/${name}.js`));
    for (const [i, { schema }] of widgets.entries()) {
      const [declaration] = manifest.modules[i].declarations;
      expect(declaration.attributes.map(({ name }) => name)).toEqual([
        ...Object.keys(schema).map(attributeOf),
        'hide',
        'lock',
        'state',
        'theme',
      ]);
      expect(declaration.members.map(({ name }) => name)).toEqual([...Object.keys(schema), 'reset', 'run', 'state']);
    }
  });

  test('the types name each element', () => {
    const types = elementTypes(widgets);
    for (const { name } of widgets) expect(types).toContain(`'normlab-${name}': `);
    expect(types).toContain("norm: 'batch' | 'layer' | 'rms';");
  });
});

describe('a run', () => {
  beforeAll(loadEngine);

  test.each(widgets.map((widget) => [widget.name, widget] as const))(
    'of %s leaves no tensor, and gives the same again',
    async (_, widget) => {
      const settings = {
        ...defaultsOf<Record<string, unknown>>(widget.schema),
        ...(widget.name === 'race' ? { epochs: 1, depth: 2, lanes: 'none; batch' } : {}),
      };
      const first = await resultOf(widget, settings);
      const { tensors, nodes } = memory();
      for (let i = 0; i < 3; i += 1) expect(await resultOf(widget, settings)).toEqual(first);
      expect(memory()).toMatchObject({ tensors, nodes });
      const words = widget.words(settings, first);
      expect(stillSvg(widget.picture(settings, first), words)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/s);
      expect(words).not.toMatch(/NaN|undefined|\[object/);
    },
  );
});
