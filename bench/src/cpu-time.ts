import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU time of a process so far, in ms, where the system tells (Linux); 0 of one that is gone or elsewhere. */
export function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
