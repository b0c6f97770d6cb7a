// Plants the faults of faults.mjs one after another in a copy of the C++ sources, builds, and runs the native tests until
// one fails. A fault that no test notices is a hole in the tests: exit code 1. Writes RESULT.md.
//
//   node tests/faults/run.mjs [number or text of faults …]
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from './faults.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const tree = path.join(root, 'build', 'faults', 'tree');
const build = path.join(root, 'build', 'faults', 'build');
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
  const files = execFileSync('git', ['ls-files', '-z', 'CMakeLists.txt', 'cpp', 'tests/cpp', 'tests/golden'], { cwd: root });
  for (const file of files.toString().split('\0').filter(Boolean)) write(path.join(tree, file), fs.readFileSync(path.join(root, file)));
}

function compile() {
  const { status, stdout, stderr } = run('cmake', ['--build', build, '--parallel', '2', '--target', 'normlab_tests']);
  return status === 0 ? '' : stdout + stderr;
}

/** The first test that fails, "" if none does. */
function firstFailure() {
  const program = path.join(build, 'tests', 'cpp', 'normlab_tests');
  const { status, signal, stdout } = run(program, ['--gtest_fail_fast', '--gtest_brief=1'], { timeout: testMinutes * 60_000 });
  if (status === 0) return '';
  const name = stdout.match(/\[ {2}FAILED {2}\] ([\w/.]+)/)?.[1];
  return name ?? (signal === 'SIGTERM' ? 'a test that never ended' : `the program ended with ${signal ?? status}`);
}

function chosen(wanted) {
  const rows = faults.map((fault, index) => ({ number: index + 1, fault }));
  return wanted.length === 0 ? rows : rows.filter(({ number, fault }) =>
    wanted.some((word) => word === String(number) || fault.slice(0, 2).join(' ').includes(word)));
}

copySources();
const settings = ['-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS_RELEASE=-O1', '-DNORMLAB_BUILD_TESTS=ON', '-DNORMLAB_BUILD_BENCH=OFF', '-DNORMLAB_BUILD_EXAMPLES=OFF', '-DNORMLAB_INSTALL=OFF'];
execFileSync('cmake', ['-S', tree, '-B', build, ...settings], { stdio: 'ignore' });
const broken = compile() || firstFailure();
if (broken) throw new Error(`expected sources whose tests pass, got: ${broken.slice(-2000)}`);

const rows = [];
for (const { number, fault: [file, what, line, planted] } of chosen(process.argv.slice(2))) {
  const place = path.join(tree, 'cpp', 'normlab', file);
  const sound = fs.readFileSync(path.join(root, 'cpp', 'normlab', file), 'utf8');
  if (sound.split(line).length !== 2) throw new Error(`expected once in ${file}: ${line}`);
  fs.writeFileSync(place, sound.replace(line, () => planted));
  const error = compile();
  const killer = error ? '' : firstFailure();
  fs.writeFileSync(place, sound);
  rows.push({ number, file, what, killer, error });
  console.log(`${number} ${file}: ${what}: ${error ? 'does not compile' : killer || 'SURVIVED'}`);
  if (error) console.log(error.slice(-1000));
}

const survived = rows.filter(({ killer }) => !killer);
if (process.argv.length === 2) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const table = rows.map(({ number, file, what, killer }) => `| ${number} | ${file} | ${what} | ${killer || '**none**'} |`);
  const text = `# Faults planted on purpose

\`node tests/faults/run.mjs\` at commit ${commit}: ${rows.length - survived.length} of ${rows.length} one-line faults are
killed by the native tests (the first test that failed is named).

| | file in cpp/normlab | fault | killed by |
|---|---|---|---|
${table.join('\n')}
`;
  fs.writeFileSync(path.join(here, 'RESULT.md'), text);
}
process.exitCode = survived.length > 0 ? 1 : 0;
