import type { AlertReport } from '@hub/alerts';
import type { LiveProcess } from '@hub/installation';

/** A difference above this is an alert (Clocks). */
const ALERT_ABOVE_MS = 2_000;
/** Beyond this, a process does no work. */
const OUT_OF_SERVICE_ABOVE_MS = 60_000;

type ProcessClock = Pick<LiveProcess, 'host' | 'clockAheadMs'>;

/** One alert for each machine with a process whose clock is wrong: processes of one machine share its clock. */
export function clockReports(processes: readonly ProcessClock[]): AlertReport[] {
  const worst = new Map<string, number>();
  for (const { host, clockAheadMs: aheadMs } of processes) {
    if (host === null || aheadMs === null || Math.abs(aheadMs) <= ALERT_ABOVE_MS) continue;
    if (Math.abs(aheadMs) > Math.abs(worst.get(host) ?? 0)) worst.set(host, aheadMs);
  }
  return [...worst].map(([host, aheadMs]) => reportOf(host, aheadMs));
}

function reportOf(host: string, aheadMs: number): AlertReport {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const isOut = Math.abs(aheadMs) > OUT_OF_SERVICE_ABOVE_MS;
  const where = aheadMs > 0 ? 'ahead of' : 'behind';
  const effect = isOut ? ': its processes do no work until it is right' : '';
  return {
    kind: 'clock_wrong',
    subject: `clock:${host}`,
    message: `the clock of ${host} is ${seconds} s ${where} the database's${effect}`,
    detail: { host, aheadMs },
  };
}
