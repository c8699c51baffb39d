import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, readManifest } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { step } from '../step.mjs';

const INSTALLED = inProject('node_modules', '.hub-installed');
const DESCRIPTION = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
const MEMBERS = ['packages', 'services', 'prisma', 'e2e', 'bench', 'adapters'];

/**
 * No question is asked, and nothing of the caller's surroundings changes what is installed or hides why it
 * failed. The version of pnpm is seen to here, not by pnpm (which would want itself in the lockfile).
 */
const UNATTENDED = {
  CI: 'true',
  NODE_ENV: 'development',
  npm_config_loglevel: 'error',
  pnpm_config_pm_on_fail: 'ignore',
};

/**
 * Installs exactly what the lockfile names, by the pnpm that package.json pins; nothing where that was done
 * before.
 */
export async function installPackages() {
  const wanted = fingerprint();
  if (existsSync(inProject('node_modules', '.modules.yaml')) && existsSync(INSTALLED)) {
    if (readFileSync(INSTALLED, 'utf8') === wanted)
      return step('Packages: as in the lockfile', (note) => note('up to date'));
  }
  const pnpm = await step('pnpm: looks for the pinned version', findPnpm);
  return step('Packages: installs what the lockfile names', async () => {
    const [command, ...args] = pnpm;
    await runCommand(command, [...args, 'install', '--frozen-lockfile'], {
      env: { ...process.env, ...UNATTENDED },
    });
    writeFileSync(INSTALLED, wanted);
  });
}

/**
 * @returns {Promise<string[]>} the command: the machine's own pnpm where it is the pinned one, else that one
 *   through npx
 */
async function findPnpm(note) {
  const pinned = readManifest().packageManager.replace('pnpm@', '').replace(/\+.*/, '');
  const found = await runCommand('pnpm', ['--version'], { cwd: '/' }).catch(() => '');
  const isPinned = found.trim() === pinned;
  note(isPinned ? pinned : `${pinned} through npx`);
  return isPinned ? ['pnpm'] : ['npx', '--yes', `pnpm@${pinned}`];
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
