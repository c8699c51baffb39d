import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, rows, type Database } from '@hub/database';
import { dropLedgerDays } from '@hub/messaging';
import { z } from 'zod';

const LOOK_MS = 2;

/** Milliseconds from the beginning of a drop. */
export interface Drop {
  /** Committed: no one sees the day any more, and PostgreSQL frees its locks before it removes files. */
  goneMs: number;
  /** Its files are removed. */
  removedMs: number;
}

/** Drops the days that ended before an instant (ms since the epoch), `day` among them. */
export async function dropDay(db: Database, { day, before }: { day: Date; before: number }): Promise<Drop> {
  const started = performance.now();
  const sinceThen = () => performance.now() - started;
  const dropped = inTransaction(db, (tx) => dropLedgerDays(tx, before));
  const [removedMs, goneMs] = await Promise.all([
    dropped.then(sinceThen),
    untilGone(db, day).then(sinceThen),
  ]);
  return { goneMs, removedMs };
}

/** The size of a day's table with its indexes. */
export async function bytesOfDay(db: Database, day: Date): Promise<number> {
  const [{ bytes } = { bytes: 0n }] = await rows(
    z.object({ bytes: z.bigint() }),
    db.$queryRaw`SELECT pg_total_relation_size(to_regclass(${partOf(day)})) AS bytes`,
  );
  return Number(bytes);
}

async function untilGone(db: Database, day: Date): Promise<void> {
  const isThere = async () => {
    const [{ there } = { there: false }] = await rows(
      z.object({ there: z.boolean() }),
      db.$queryRaw`SELECT to_regclass(${partOf(day)}) IS NOT NULL AS there`,
    );
    return there;
  };
  while (await isThere()) await sleep(LOOK_MS);
}

function partOf(day: Date): string {
  return `ledger.event_ledger_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
