import { randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';
import { noteUnknownArticles, takeOldestArticles } from './article-calculations';
import { zeroUnlinkedTargets } from './network-quantity-records';
import { recalculateArticles } from './recalculate-articles';

const SWEEP = 'network quantities';
/**
 * At this pace more than four million articles a day. Few at once: they are locked until all are saved, and a thousand
 * shops may share each.
 */
const ARTICLES = 50;
const EVERY_MS = 1_000;
/** So that even a slow sweep reaches every target within a day of the last. */
const ROUND_MS = 20 * 60 * 60 * 1_000;

/**
 * Recalculates every network quantity at least once a day (D16), the one calculated longest ago first: it covers
 * changes that no message reported, or whose message is a dead letter. Articles that were never calculated are searched
 * for in rounds; the progress is kept in the database, where one copy at a time continues it. The writer finds due rows
 * without a signal.
 */
export function quantitySweep({ syncIntervalMs }: { syncIntervalMs: number }): Sweep {
  return {
    name: SWEEP,
    everyMs: EVERY_MS,
    async run(tx, now) {
      await lookForUnknown(tx, now, syncIntervalMs);
      const gtins = await takeOldestArticles(tx, new Date(now - ROUND_MS), ARTICLES);
      const articles = gtins.map((gtin) => ({ gtin, correlation: randomUUID(), offered: null }));
      await recalculateArticles(tx, articles, { now, syncIntervalMs });
      return gtins.length;
    },
  };
}

/**
 * What has no row for the sweep: articles that were never calculated, and rows of variants that no longer have an
 * article.
 */
async function lookForUnknown(tx: Tx, now: number, syncIntervalMs: number): Promise<void> {
  const progress = await takeUp(tx);
  if (!progress) return;
  const { position, begunAt } = progress;
  if (position === null && now < begunAt.getTime() + ROUND_MS) return;
  if (position === null) await zeroUnlinkedTargets(tx, null, syncIntervalMs);
  await moveOn(tx, {
    position: await noteUnknownArticles(tx, position ?? '', ARTICLES),
    begunAt: position === null ? new Date(now) : begunAt,
  });
}

const Progress = z.object({
  /** The last article looked at; null: the round is over. */
  position: z.string().nullable(),
  begunAt: z.date(),
});
type Progress = z.output<typeof Progress>;

/** @returns null where another copy is doing it */
async function takeUp(tx: Tx): Promise<Progress | null> {
  await tx.$executeRaw`
    INSERT INTO sweep_round (sweep, begun_at) VALUES (${SWEEP}, to_timestamp(0)) ON CONFLICT DO NOTHING`;
  const [row] = await rows(
    Progress,
    tx.$queryRaw`
    SELECT position, begun_at AS "begunAt" FROM sweep_round WHERE sweep = ${SWEEP} FOR UPDATE SKIP LOCKED`,
  );
  return row ?? null;
}

async function moveOn(tx: Tx, { position, begunAt }: Progress): Promise<void> {
  await tx.$executeRaw`
    UPDATE sweep_round SET position = ${position}, begun_at = ${begunAt} WHERE sweep = ${SWEEP}`;
}
