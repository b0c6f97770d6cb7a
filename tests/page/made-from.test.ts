/** @file A product is built again when what it is made from, or the product itself, has changed; and only then. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unlessMadeFrom } from '../../scripts/made-from.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const place = 'build/made-from-test';
const [source, product] = [`${place}/source`, `${place}/product`];
let builds = 0;

const write = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
const isBuilt = async (sources = [source]): Promise<boolean> => {
  const before = builds;
  await unlessMadeFrom(sources, product, async () => {
    builds += 1;
    fs.rmSync(path.join(root, product), { recursive: true, force: true });
    fs.mkdirSync(path.join(root, product));
    write(`${product}/page`, String(builds));
  });
  return builds > before;
};

beforeEach(() => fs.mkdirSync(path.join(root, source, 'inner'), { recursive: true }));
afterEach(() => {
  fs.rmSync(path.join(root, place), { recursive: true });
  fs.rmSync(path.join(root, 'build', `${product.replaceAll('/', '-')}.made-from`));
});

test('sources with the same names and contents build nothing', async () => {
  write(`${source}/inner/one`, '1');
  expect(await isBuilt()).toBe(true);
  expect(await isBuilt()).toBe(false);
  write(`${source}/inner/one`, '1');
  expect(await isBuilt()).toBe(false);
  write(`${source}/inner/one`, '2');
  expect(await isBuilt()).toBe(true);
  fs.renameSync(path.join(root, source, 'inner/one'), path.join(root, source, 'inner/two'));
  expect(await isBuilt()).toBe(true);
  expect(await isBuilt([source, 'package.json'])).toBe(true);
});

test('a product that is gone or was filled by somebody else is built', async () => {
  write(`${source}/inner/one`, '1');
  await isBuilt();
  write(`${product}/another`, '');
  expect(await isBuilt()).toBe(true);
  fs.rmSync(path.join(root, product), { recursive: true });
  expect(await isBuilt()).toBe(true);
});

test('a build that breaks off counts for nothing', async () => {
  write(`${source}/inner/one`, '1');
  await isBuilt();
  write(`${source}/inner/one`, '2');
  await expect(unlessMadeFrom([source], product, () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off');
  write(`${source}/inner/one`, '1');
  expect(await isBuilt()).toBe(true);
});
