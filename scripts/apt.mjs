// Installs Debian packages: only when something is missing, with root or sudo, and with one clear sentence for each
// way in which that can fail.
import fs from 'node:fs';
import path from 'node:path';
import { onPath } from './needs.mjs';
import { Failure, root, run, say, step } from './steps.mjs';

const logFile = path.join(root, 'build', 'setup.log');
const networkTrouble =
  /Could not resolve|Temporary failure|Could not connect|Unable to connect|Network is unreachable|Connection (failed|timed out|refused)|Failed to fetch|404 +Not Found/;
const staleLists = /Unable to locate package|has no installation candidate/;
const aptOptions = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::https::Timeout=30'];

/** Installs the packages, or throws a Failure that says in a sentence why it could not. */
export async function aptInstall(packages) {
  const asRoot = await rootCommand(packages);
  let plan = await simulate(packages);
  let updated = false;
  if (plan.code !== 0) {
    await update(asRoot);
    updated = true;
    plan = await simulate(packages);
  }
  if (plan.code !== 0) throw explained(plan.output, packages);
  await keepOwnNode(asRoot, plan.output);
  const count = plan.output.match(/^Inst /gm)?.length ?? packages.length;
  try {
    await install(asRoot, packages, count);
  } catch (error) {
    if (updated || !(error instanceof DownloadFailure)) throw error;
    // Old lists name versions that the mirror no longer has.
    await update(asRoot);
    await install(asRoot, packages, count);
  }
}

class DownloadFailure extends Failure {}

async function rootCommand(packages) {
  const environment = ['env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C'];
  if (process.getuid() === 0) return environment;
  // At a terminal sudo may ask for a password; elsewhere it must work without one.
  if (onPath('sudo') && process.stdin.isTTY) return ['sudo', ...environment];
  if (onPath('sudo') && (await run('sudo', ['-n', 'true'])).code === 0) return ['sudo', '-n', ...environment];
  throw needsRoot(packages);
}

function needsRoot(packages) {
  return new Failure(
    `Installing Debian packages needs root or sudo: run \`apt-get update && apt-get install ${packages.join(' ')}\` as root, then start again.`,
  );
}

async function aptGet(asRoot, args, onLine) {
  // apt closes the descriptor of its status lines to the package scripts, so it must not be their own output.
  const shell = ['sh', '-c', 'exec apt-get "$@" 3>&1', 'apt-get', '-o', 'APT::Status-Fd=3'];
  const [command, ...rest] = [...asRoot, ...shell, ...aptOptions, ...args];
  const result = await run(command, rest, { onLine, stdin: true });
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  fs.appendFileSync(logFile, result.output);
  return result;
}

function simulate(packages) {
  return run('apt-get', ['install', '--simulate', '--no-install-recommends', ...packages], { env: { LC_ALL: 'C' } });
}

function update(asRoot) {
  return step('Debian package lists', async (note) => {
    note('downloading');
    // A source that fails makes no error here: what matters is whether the packages can then be found.
    await aptGet(asRoot, ['update']);
  });
}

function install(asRoot, packages, count) {
  return step(`${count} Debian packages for ${packages.join(', ')}`, async (note) => {
    const args = ['install', '--yes', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
    let size = '';
    const result = await aptGet(asRoot, [...args, ...packages], (line) => {
      size = line.match(/^Need to get ([\d.,]+ \w+)/)?.[1] ?? size;
      const [, phase, percent] = line.match(/^(dlstatus|pmstatus):[^:]*:([\d.]+):/) ?? [];
      if (phase) note(`${phase === 'dlstatus' ? `downloading ${size}` : 'installing'} ${Math.round(percent)} %`);
    });
    if (result.code !== 0) throw explained(result.output, packages);
  });
}

// Debian's emscripten brings Debian's own, older nodejs. Where somebody put a newer /usr/bin/node there by hand, a
// diversion keeps dpkg from overwriting it.
async function keepOwnNode(asRoot, plan) {
  if (!/^Inst nodejs \(/m.test(plan)) return;
  for (const file of ['/usr/bin/node', '/usr/bin/nodejs']) {
    if (!fs.existsSync(file)) continue;
    const [command, ...rest] = [...asRoot, 'dpkg-divert', '--local', '--no-rename', '--divert', `${file}.debian`, '--add', file];
    const result = await run(command, rest, { stdin: true });
    if (result.code !== 0) throw explained(result.output, ['nodejs']);
    say(`  ${file} stays yours: the nodejs that Debian's emscripten brings goes to ${file}.debian`);
  }
}

function explained(output, packages) {
  if (networkTrouble.test(output) || (staleLists.test(output) && !hasLists())) {
    return new DownloadFailure(
      `The Debian packages ${packages.join(', ')} could not be downloaded: there is no network, or the mirror in /etc/apt can't be reached.`,
    );
  }
  if (/sudo: |a password is required|Permission denied|are you root/.test(output)) {
    return needsRoot(packages);
  }
  const reasons = output.split('\n').filter((line) => line.startsWith('E: '));
  return new Failure(
    `apt-get could not install ${packages.join(', ')}: ${reasons.join(' ') || 'see build/setup.log'}`.trim(),
  );
}

function hasLists() {
  try {
    return fs.readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'));
  } catch {
    return false;
  }
}
