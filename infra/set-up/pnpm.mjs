import { existsSync } from 'node:fs';
import { inProject, readManifest } from '../project.mjs';
import { runCommand } from '../run-command.mjs';

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

/** Its lockfile has the hashes of pnpm's programs for Linux. */
const PINNED = inProject('infra', 'pnpm');

/**
 * @param {(result: string) => void} note says which one it is
 * @returns {Promise<string[]>} the command: the machine's own pnpm where it is the pinned one, else that one by its hash,
 *   or through npx where no hash of its program is known
 */
export async function findPnpm(note = () => undefined) {
  const version = readManifest().packageManager.replace('pnpm@', '').replace(/\+.*/, '');
  const found = await runCommand('pnpm', ['--version'], { cwd: '/' }).catch(() => '');
  if (found.trim() === version) {
    note(version);
    return ['pnpm'];
  }
  const program = inProject('infra', 'pnpm', 'node_modules', '@pnpm', `exe.linux-${process.arch}`, 'pnpm');
  const isThere = existsSync(program) && (await versionOf(program)) === version;
  const isInstalled = isThere || (process.platform === 'linux' && (await installPinned(program)));
  note(isInstalled ? `${version} by its hash` : `${version} through npx`);
  return isInstalled ? [program] : ['npx', '--yes', `pnpm@${version}`];
}

/** @returns whether its program is there; false: no hash is known for this machine's */
async function installPinned(program) {
  await runCommand('npm', ['ci', '--prefix', PINNED, '--ignore-scripts', '--no-audit', '--no-fund'], {
    env: { ...process.env, ...UNATTENDED },
  });
  return existsSync(program);
}

const versionOf = async (program) =>
  (await runCommand(program, ['--version'], { cwd: '/' }).catch(() => '')).trim();

/**
 * @param {string[]} pnpm the command, of {@link findPnpm}
 * @param {string[]} args
 * @returns {Promise<string>} what it printed
 * @throws {import('../run-command.mjs').CommandFailed}
 */
export function runPnpm([command, ...first], args) {
  return runCommand(command, [...first, ...args], { env: { ...process.env, ...UNATTENDED } });
}
