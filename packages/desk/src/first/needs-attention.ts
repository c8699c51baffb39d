import { rows, type Database } from '@hub/database';
import { z } from 'zod';
import { countCases } from '../cases/list-cases';

const FailuresRow = z.object({ messages: z.int(), alerts: z.int() });

/** What support should know besides the list of what comes first (`firstList`). */
export interface NeedsAttention {
  /** How many cases are open, snoozed, and closed by hand with unresolved items. */
  cases: Awaited<ReturnType<typeof countCases>>;
  /** Failed messages, and alerts other than those that count them, in a case or not. */
  failures: z.output<typeof FailuresRow>;
  /** Messages that are not published yet. */
  outbox: { oldestAt: Date | null };
}

/** What needs attention now besides the list. @param now milliseconds since the epoch */
export async function needsAttention(db: Database, now: number = Date.now()): Promise<NeedsAttention> {
  const [cases, failures, outbox] = await Promise.all([
    countCases(db, now),
    readFailures(db),
    db.outbox.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } }),
  ]);
  return { cases, failures, outbox: { oldestAt: outbox?.createdAt ?? null } };
}

async function readFailures(db: Database): Promise<NeedsAttention['failures']> {
  const [found] = await rows(
    FailuresRow,
    db.$queryRaw`
    SELECT (SELECT count(*)::int FROM dead_letter WHERE state = 'open') AS messages,
      (SELECT count(*)::int FROM alert WHERE state IN ('open', 'taken') AND kind <> 'dead_letter') AS alerts`,
  );
  return found ?? { messages: 0, alerts: 0 };
}
