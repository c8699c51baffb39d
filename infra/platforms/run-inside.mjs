import { runInForeground } from '../run-command.mjs';
import { environmentInside, insideRoot } from './enter-root.mjs';
import { provideRoot } from './provide-root.mjs';

/**
 * Runs a program of Node.js on Debian 13, in the foreground.
 *
 * @param {string[]} args the program's file and its arguments
 * @param {NodeJS.ProcessEnv} [env] beside this process's own
 * @returns {Promise<number>} its exit code
 */
export async function runOnDebian(args, env = {}) {
  const [program, ...rest] = insideRoot(await provideRoot(), ['node', ...args]);
  return runInForeground(rest, { program, env: { ...environmentInside(process.env), ...env } });
}
