import type { Period } from '../../money/settled-lines';
import { CommandFault } from '../command-fault';

const NS_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;

/** The period from the beginning of one day to the end of another, in UTC. Throws `CommandFault` for an invalid day. */
export function periodOf(days: { from: string; to: string }): Period {
  const [from, to] = [startOf('from', days.from), startOf('to', days.to)];
  if (to < from) throw new CommandFault('invalid', ['--to must not be before --from'], 'to');
  return { from: BigInt(from) * NS_PER_MS, before: BigInt(to + DAY_MS) * NS_PER_MS };
}

function startOf(field: 'from' | 'to', day: string): number {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isThatDay(start, day))
    throw new CommandFault('invalid', [`--${field} must be a day such as 2026-11-01`], field);
  return start;
}

/** JavaScript takes the 31st of April for the 1st of May. */
function isThatDay(start: number, day: string): boolean {
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
}
