// A process of its own for the steps in Node: `node scripts/bench/in-node.mjs NORMS`, the norms and the result as JSON.
import fs from 'node:fs';
import { measureDigitSteps } from './digits-step.mjs';

try {
  const results = await measureDigitSteps({
    norms: JSON.parse(process.argv[2]),
    readBytes: async (url) => fs.readFileSync(url),
  });
  console.log(JSON.stringify(results));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
