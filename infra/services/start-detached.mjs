import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { recordProcess } from './processes.mjs';

/**
 * Starts a server that outlives this process: in a separate session (a Ctrl-C in the terminal does not reach
 * it), its output in a file.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd: string, logFile: string, uid?: number, gid?: number }} options
 * @returns {import('./processes.mjs').ProcessRecord}
 */
export function startDetached(command, args, { logFile, ...options }) {
  const log = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] });
    child.once('error', () => {});
    child.unref();
    const record = child.pid === undefined ? null : recordProcess(child.pid);
    if (!record) throw new Error(`${command} could not be started; see ${logFile}`);
    return record;
  } finally {
    closeSync(log);
  }
}
