import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { step } from '../step.mjs';

/** What an adapter takes of this workspace: as an outsider gets it, packed. */
const PACKED = ['contract', 'store-kit'];

/**
 * An adapter is an island: the platform's packages, by its own lockfile, and the kit from tarballs. The kit has its own
 * folder there, so that no package of the platform replaces one of the kit's.
 *
 * @param {string} name the folder under adapters/; the workspace is compiled
 * @returns {Promise<string>} the folder
 */
export async function provideIsland(name) {
  const island = inProject('adapters', name);
  await step(`${name}: installs what its lockfile names`, (note) => installPlatform(island, note));
  await step(`${name}: the kit, packed`, () => installKit(island));
  return island;
}

async function installPlatform(island, note) {
  const stamp = join(island, 'node_modules', '.hub-installed');
  const expected = hashOf(join(island, 'package-lock.json'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return note('up to date');
  // `npm run` hands the workspace's engine-strict on; a platform's packages may ask for a newer Node than they need.
  await runCommand('npm', ['ci', '--no-progress', '--no-engine-strict'], { cwd: island });
  return writeFileSync(stamp, expected);
}

async function installKit(island) {
  const folder = join(island, '.hub', 'kit');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const sources = PACKED.map((name) => inProject('packages', name));
  const packed = JSON.parse(
    await runCommand('npm', ['pack', '--json', '--silent', ...sources], { cwd: folder }),
  );
  const tarballs = Object.values(packed).map(({ filename }) => `./${filename}`);
  await runCommand('npm', ['install', '--no-audit', '--no-fund', '--silent', ...tarballs], { cwd: folder });
  const link = join(island, 'node_modules', '@hub');
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join(folder, 'node_modules', '@hub'), link);
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
