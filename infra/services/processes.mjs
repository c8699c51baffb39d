import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process as recorded on disk. Ids are used again by the system, so the time at which the process began is
 * kept beside it: a process is only ever signalled when both agree, never by its name.
 *
 * @typedef {{ pid: number, born: string }} ProcessRecord
 */

/**
 * What `/proc/<pid>/stat` says of a process: null once it is gone or a zombie. The name in parentheses may
 * hold anything.
 */
export function bornAccordingToStat(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const startTime = fields[19];
  return state === 'Z' || state === 'X' || startTime === undefined ? null : startTime;
}

function bornAt(pid) {
  try {
    if (process.platform === 'linux') return bornAccordingToStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** @returns {ProcessRecord | null} null when there is no such process */
export function recordProcess(pid) {
  const born = bornAt(pid);
  return born === null ? null : { pid, born };
}

/** @param {ProcessRecord | null | undefined} record */
export const isAlive = (record) => Boolean(record) && bornAt(record.pid) === record.born;

/** The command line of a process as text, empty where the system does not show it. */
export function commandLineOf(pid) {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Ends a recorded process: the signals one after the other, each given its time.
 *
 * @param {ProcessRecord | null | undefined} record
 * @param {{ signal: NodeJS.Signals, waitMs: number }[]} signals
 */
export async function endProcess(record, signals) {
  for (const { signal, waitMs } of signals) {
    if (!isAlive(record)) return;
    try {
      process.kill(record.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + waitMs;
    while (isAlive(record) && Date.now() < deadline) await sleep(25);
  }
}
