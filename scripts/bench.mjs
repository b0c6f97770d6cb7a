// npm run bench [-- --json] [native] [node] [chromium]: our times beside the limit, everywhere or where named.
// What can't be measured is left out with a sentence on stderr, and the exit code is 1.
import { measureNative } from './bench/native.mjs';
import { asJson, asTable } from './bench/report.mjs';
import { buildWasm, measureChromium, measureNode } from './bench/wasm.mjs';
import { setUp } from './setup.mjs';
import { Failure, run, runMain } from './steps.mjs';

const parts = {
  native: { measure: measureNative },
  node: { needsWasm: true, measure: measureNode },
  chromium: { needsWasm: true, measure: measureChromium },
};

await runMain(async () => {
  const args = process.argv.slice(2);
  const json = args.includes('--json');
  const print = process.stdout.write.bind(process.stdout);
  // The JSON has stdout to itself; what the steps tell goes to stderr.
  if (json) process.stdout.write = process.stderr.write.bind(process.stderr);
  const names = args.filter((arg) => arg !== '--json');
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    throw new Failure(`usage: npm run bench [-- --json] [${Object.keys(parts).join('] [')}], got ${unknown.join(' ')}`);
  }
  const wanted = names.length > 0 ? names : Object.keys(parts);

  await attempt('set-up', () => setUp('bench'));
  const needsWasm = wanted.some((name) => parts[name].needsWasm);
  const wasmBuilt = needsWasm && (await attempt('building for Node and Chromium', buildWasm));
  const results = [];
  for (const name of wanted) {
    if (parts[name].needsWasm && !wasmBuilt) continue;
    const result = await attempt(`measuring (${name})`, parts[name].measure);
    if (result) results.push(result);
  }
  const rows = results.flatMap((result) => result.rows);
  if (json) {
    print(`${JSON.stringify(asJson(rows), null, 2)}\n`);
  } else {
    const versions = results.map((result) => result.about);
    if (wasmBuilt) versions.push((await run('emcc', ['--version'])).output.split('\n')[0]);
    print(`\n${asTable(rows, versions)}\n`);
  }
});

async function attempt(what, work) {
  try {
    return await work();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${what} failed, what depends on it is left out: ${error.message.trim()}\n`);
    return null;
  }
}
