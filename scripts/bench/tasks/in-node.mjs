// The tasks in a Node of their own: `node in-node.mjs NORMS`. A request is a line "METHOD NAME COUNT", its answer a
// line of JSON: { "value" } or { "error" }.
import fs from 'node:fs';
import readline from 'node:readline';
import { createTasks } from './tasks.mjs';

const tasks = await createTasks({
  norms: JSON.parse(process.argv[2]),
  readBytes: async (url) => fs.readFileSync(url),
});

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [method, name, count] = line.split(' ');
  let answer;
  try {
    answer = { value: await tasks[method](name, Number(count)) };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
