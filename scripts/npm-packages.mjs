// The npm packages of package-lock.json: installed only when node_modules differs from the lock file.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, root, run, step } from './steps.mjs';

export async function installNpmPackages() {
  const missing = countMissing();
  if (missing > 0) {
    await step(`${missing} npm packages`, async (note) => {
      note('downloading');
      const result = await npm(['ci', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-retry-mintimeout=500']);
      if (result.code === 0) return;
      if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|network/i.test(result.output)) {
        throw new Failure('The npm packages could not be downloaded: there is no network, or the npm registry can\'t be reached.');
      }
      throw new Failure(`${result.output.trim()}\nnpm ci could not install the npm packages.`);
    });
  }
  linkOwnCommand();
}

function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js') ? run(process.execPath, [cli, ...args]) : run('npm', args);
}

function countMissing() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  return Object.entries(wanted).filter(
    ([name, entry]) => name !== '' && !entry.optional && present[name]?.version !== entry.version,
  ).length;
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

// npx finds a command of the package itself only through the registry's machinery; a link makes `npx normlab` work
// at once and without network.
function linkOwnCommand() {
  const link = path.join(root, 'node_modules', '.bin', 'normlab');
  const target = path.join('..', '..', 'web', 'cli', 'bin.mjs');
  if (fs.existsSync(link)) return;
  fs.rmSync(link, { force: true });
  fs.symlinkSync(target, link);
}
