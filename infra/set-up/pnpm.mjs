import { readManifest } from '../project.mjs';
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

/**
 * @param {(result: string) => void} note says which one it is
 * @returns {Promise<string[]>} the command: the machine's own pnpm where it is the pinned one, else that one
 *   through npx
 */
export async function findPnpm(note = () => undefined) {
  const pinned = readManifest().packageManager.replace('pnpm@', '').replace(/\+.*/, '');
  const found = await runCommand('pnpm', ['--version'], { cwd: '/' }).catch(() => '');
  const isPinned = found.trim() === pinned;
  note(isPinned ? pinned : `${pinned} through npx`);
  return isPinned ? ['pnpm'] : ['npx', '--yes', `pnpm@${pinned}`];
}

/**
 * @param {string[]} pnpm the command, of {@link findPnpm}
 * @param {string[]} args
 * @returns {Promise<string>} what it printed
 * @throws {import('../run-command.mjs').CommandFailed}
 */
export function runPnpm([command, ...first], args) {
  return runCommand(command, [...first, ...args], { env: { ...process.env, ...UNATTENDED } });
}
