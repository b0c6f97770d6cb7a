// npm start: installs what is missing, builds, serves the page and prints its address.
import path from 'node:path';
import { buildEngine, buildSite } from './build.mjs';
import { checkPort, portFromEnvironment, serveAndTell } from './serve.mjs';
import { setUp } from './setup.mjs';
import { root, runMain } from './steps.mjs';

await runMain(async () => {
  await checkPort(portFromEnvironment());
  await setUp('start');
  await buildEngine();
  await buildSite();
  await serveAndTell(path.join(root, 'dist', 'site'));
});
