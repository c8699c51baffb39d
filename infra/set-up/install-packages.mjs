import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { step } from '../step.mjs';
import { findPnpm, runPnpm } from './pnpm.mjs';

const INSTALLED = inProject('node_modules', '.hub-installed');
const DESCRIPTION = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
const MEMBERS = ['packages', 'services', 'prisma', 'e2e', 'bench', 'adapters'];

/**
 * Installs exactly what the lockfile names, by the pnpm that package.json pins; nothing where that was done
 * before.
 */
export async function installPackages() {
  const expected = fingerprint();
  if (existsSync(inProject('node_modules', '.modules.yaml')) && existsSync(INSTALLED)) {
    if (readFileSync(INSTALLED, 'utf8') === expected)
      return step('Packages: as in the lockfile', (note) => note('up to date'));
  }
  const pnpm = await step('pnpm: looks for the pinned version', findPnpm);
  return step('Packages: installs what the lockfile names', async () => {
    await runPnpm(pnpm, ['install', '--frozen-lockfile']);
    writeFileSync(INSTALLED, expected);
  });
}

/** Of every package.json too: one that the lockfile does not match is refused here, not only in a new clone. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...DESCRIPTION, ...MEMBERS.flatMap(manifestsIn)])
    hash.update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

const manifestsIn = (folder) =>
  ['.', ...readdirSync(inProject(folder)).toSorted()]
    .map((name) => join(folder, name, 'package.json'))
    .filter((file) => existsSync(inProject(file)));
