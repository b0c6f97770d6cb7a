// Plants the faults of faults.mjs one after another in a copy of the sources and runs the tests until one fails. A
// fault that no test notices is a hole in the tests: exit code 1. Writes the rows of those it ran into RESULT.md.
//
//   node tests/faults/run.mjs [text of faults, or files …]
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from './faults.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const tree = path.join(root, 'build', 'faults', 'tree');
const build = path.join(root, 'build', 'faults', 'build');
const result = path.join(here, 'RESULT.md');
const testMinutes = 3;

function run(command, args, options = {}) {
  return spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
}

/** Writes a file only where it differs, so that nothing else is compiled again. */
function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || !fs.readFileSync(file).equals(Buffer.from(text))) fs.writeFileSync(file, text);
}

function copySources() {
  const wanted = ['CMakeLists.txt', 'cpp', 'web', 'tests', 'vitest.config.ts', 'package.json', 'tsconfig.json'];
  const files = execFileSync('git', ['ls-files', '-z', ...wanted], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    write(path.join(tree, file), fs.readFileSync(path.join(root, file)));
  }
  // The tests in web/ take the engine as it is built.
  for (const name of ['node_modules', 'build/wasm']) {
    const link = path.join(tree, name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    if (!fs.existsSync(link)) fs.symlinkSync(path.join(root, name), link);
  }
}

/** Builds the native tests: "", or what the compiler says. */
function compile() {
  const env = { CMAKE_BUILD_PARALLEL_LEVEL: '2', ...process.env };
  const { status, stdout, stderr } = run('cmake', ['--build', build, '--target', 'normlab_tests'], { env });
  return status === 0 ? '' : stdout + stderr;
}

/** The first native test that fails, "" if none does. */
function nativeFailure() {
  const program = path.join(build, 'tests', 'cpp', 'normlab_tests');
  const timeout = testMinutes * 60_000;
  const { status, signal, stdout } = run(program, ['--gtest_fail_fast', '--gtest_brief=1'], { timeout });
  if (status === 0) return '';
  const name = stdout.match(/\[ {2}FAILED {2}\] ([\w/.]+)/)?.[1];
  return name ?? (signal === 'SIGTERM' ? 'a test that never ended' : `the program ended with ${signal ?? status}`);
}

/** The first test of a file that fails, "" if none does. */
function webFailure(file) {
  const args = ['vitest', 'run', '--project', 'node', '--bail', '1', '--reporter', 'json', file];
  const { status, stdout } = run('npx', args, { cwd: tree, timeout: testMinutes * 60_000 });
  if (status === 0) return '';
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.find((one) => one.status === 'failed');
  return `${path.basename(file, '.test.ts')}: ${failed?.fullName ?? 'it does not load'}`;
}

const isWeb = ([file]) => file.startsWith('web/');
const sourceOf = ([file]) => (file.startsWith('web/') ? file : path.join('cpp', 'normlab', file));

/** What notices a fault, and the compiler's words where it is none. */
function plant(fault) {
  const [file, , line, planted, tests] = fault;
  const place = path.join(tree, sourceOf(fault));
  const sound = fs.readFileSync(path.join(root, sourceOf(fault)), 'utf8');
  if (sound.split(line).length !== 2) throw new Error(`expected once in ${file}: ${line}`);
  fs.writeFileSync(place, sound.replace(line, () => planted));
  try {
    if (isWeb(fault)) return { killer: webFailure(tests), error: '' };
    const error = compile();
    return { killer: error ? '' : nativeFailure(), error };
  } finally {
    fs.writeFileSync(place, sound);
  }
}

/** The rows of RESULT.md by file and fault. */
function readRows() {
  const lines = fs.readFileSync(result, 'utf8').split('\n').filter((line) => /^\| \S/.test(line)).slice(1);
  return new Map(lines.map((line) => [line.split(' | ').slice(0, 2).join(' | '), line]));
}

const keyOf = ([file, what]) => `| ${file} | ${what}`;

function writeRows(rows) {
  const table = faults.map((fault) => rows.get(keyOf(fault)) ?? `${keyOf(fault)} | not run | |`);
  const killed = table.filter((row) => !/ \| (?:\*\*none\*\*|not run) \|/.test(row)).length;
  const text = `# Faults planted on purpose

\`node tests/faults/run.mjs\`: ${killed} of ${faults.length} one-line faults are killed, by the test that is named.
Files are in cpp/normlab, and there the native tests are run. Each row tells at which commit its fault was last planted.

| file | fault | killed by | commit |
|---|---|---|---|
${table.join('\n')}
`;
  fs.writeFileSync(result, text);
}

const wanted = process.argv.slice(2);
const isWanted = (fault) => wanted.length === 0 || wanted.some((word) => fault.slice(0, 2).join(' ').includes(word));
const chosen = faults.filter(isWanted);
copySources();
if (chosen.some((fault) => !isWeb(fault))) {
  const options = { TESTS: 'ON', BENCH: 'OFF', EXAMPLES: 'OFF' };
  const settings = ['-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS_RELEASE=-O1', '-DNORMLAB_INSTALL=OFF'];
  for (const [name, on] of Object.entries(options)) settings.push(`-DNORMLAB_BUILD_${name}=${on}`);
  execFileSync('cmake', ['-S', tree, '-B', build, ...settings], { stdio: 'ignore' });
  const broken = compile() || nativeFailure();
  if (broken) throw new Error(`expected sources whose tests pass, got: ${broken.slice(-2000)}`);
}
for (const file of new Set(chosen.filter(isWeb).map(([, , , , tests]) => tests))) {
  const broken = webFailure(file);
  if (broken) throw new Error(`expected tests that pass, got: ${broken}`);
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const rows = readRows();
let survived = 0;
for (const fault of chosen) {
  const { killer, error } = plant(fault);
  if (!killer) survived++;
  console.log(`${fault[0]}: ${fault[1]}: ${error ? 'does not compile' : killer || 'SURVIVED'}`);
  if (error) console.log(error.slice(-1000));
  rows.set(keyOf(fault), `${keyOf(fault)} | ${killer || '**none**'} | ${commit} |`);
  writeRows(rows);
}
process.exitCode = survived > 0 ? 1 : 0;
