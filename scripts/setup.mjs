// Installs what is missing for a goal and nothing else: `node scripts/setup.mjs start` or `… test`.
import { aptInstall } from './apt.mjs';
import { needs, onPath } from './needs.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { Failure, clock, isMain, runMain, say } from './steps.mjs';

export async function setUp(goal) {
  const started = Date.now();
  checkNode();
  const missing = needs[goal].filter((need) => !need.found());
  if (missing.length > 0) {
    say(`Set-up: missing here: ${missing.map((need) => need.name).join(', ')}`);
    if (!onPath('apt-get')) throw new Failure(notDebian(missing));
    await aptInstall(missing.flatMap((need) => need.packages));
    const still = missing.filter((need) => !need.found());
    if (still.length > 0) {
      throw new Failure(`${still.map((need) => need.name).join(', ')}: not found even after apt-get installed the packages.`);
    }
  }
  await installNpmPackages();
  say(`Set-up: everything is here (${clock(Date.now() - started)})`);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Failure(`Normlab needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  }
}

function notDebian(missing) {
  const list = missing.map((need) => `${need.name} (${need.elsewhere})`).join('; ');
  return `This machine isn't Debian, so please install what is missing and start again: ${list}.`;
}

if (isMain(import.meta)) {
  await runMain(async () => {
    const goal = process.argv[2];
    if (!(goal in needs)) throw new Failure(`usage: node scripts/setup.mjs ${Object.keys(needs).join('|')}`);
    await setUp(goal);
  });
}
