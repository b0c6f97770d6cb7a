// The whole C++ suite under the address, leak and undefined behaviour sanitizers (preset asan).
import { build, configure, test } from './cmake.mjs';
import { setUp } from './setup.mjs';
import { runMain, say, ticker } from './steps.mjs';

await runMain(async () => {
  await setUp('test');
  await configure('asan', { NORMLAB_BUILD_TESTS: 'ON' });
  const note = ticker();
  await build('asan', note);
  const { passed, failed } = await test('asan', note, (line) => say(`  ${line}`));
  say(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});
