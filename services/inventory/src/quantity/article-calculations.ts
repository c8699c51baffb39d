import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { momentInCycle, spareOf } from '../writing/due-times';
import type { Target } from './decide-targets';

const GtinRow = z.object({ gtin: z.string() });
const ArticleRow = z.object({ gtin: z.string(), known: z.boolean() });

/*
 * One row for each article. A decrease after which none of its quantities has to be sent at once (D16) is counted in
 * that row and nowhere else, however many shops share the article: their rows are written once per sync cycle.
 *
 * The row is also the lock of its article's calculation. A decrease is counted under it: either the previous
 * calculation has committed without it, or the next one reads the decreased stock.
 */

/*
 * Statements repeat their articles beside the join: even a plan made while the table was small then reads only those
 * rows, whichever way it joins.
 */

/** By how many pieces an article's free stock decreased, in whichever shop. */
export interface Fall {
  gtin: string;
  pieces: number;
}

/** If another transaction is calculating an article, this one waits for it, or leaves the article out. */
export type Busy = 'wait' | 'leave';

/**
 * Locks articles, so that each has one calculation at a time: an older one could overwrite a newer. Stock is not locked.
 * @returns articles left out because another transaction is calculating them
 */
export async function lockArticles(tx: Sql, gtins: readonly string[], busy: Busy): Promise<Set<string>> {
  const locked = await gtinsOf(tx.$queryRaw`
    SELECT gtin FROM article_calculation WHERE gtin = ANY (${gtins}::bpchar[])
    ORDER BY gtin FOR UPDATE ${busy === 'leave' ? Prisma.sql`SKIP LOCKED` : Prisma.empty}`);
  const others = gtins.filter((gtin) => !locked.has(gtin));
  if (others.length === 0) return new Set();
  const left = busy === 'leave' ? await calculatedBefore(tx, others) : new Set<string>();
  const fresh = others.filter((gtin) => !left.has(gtin));
  // Waits for a transaction that adds the same row: its calculation counts before this one.
  if (fresh.length > 0) await addArticles(tx, fresh);
  return left;
}

function calculatedBefore(tx: Sql, gtins: readonly string[]): Promise<Set<string>> {
  return gtinsOf(tx.$queryRaw`
    SELECT gtin FROM article_calculation WHERE gtin = ANY (${gtins}::bpchar[])`);
}

async function gtinsOf(found: PromiseLike<unknown>): Promise<Set<string>> {
  return new Set((await rows(GtinRow, found)).map(({ gtin }) => gtin));
}

/** Articles that were never calculated. */
async function addArticles(tx: Sql, gtins: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO article_calculation (gtin, calculated_at)
    SELECT gtin, to_timestamp(0) FROM unnest(${gtins}::bpchar[]) AS a (gtin) ORDER BY gtin
    ON CONFLICT (gtin) DO UPDATE SET calculated_at = article_calculation.calculated_at`;
}

/**
 * Counts decreases that need nothing sent at once: what they change is sent at the article's time in the sync cycle.
 * @returns the articles that cannot spare that many pieces, or were never calculated
 */
export async function noteFalls(tx: Sql, falls: readonly Fall[], syncIntervalMs: number): Promise<string[]> {
  const moment = momentInCycle(Prisma.sql`now()`, ARTICLE_KEY, syncIntervalMs);
  const gtins = falls.map(({ gtin }) => gtin);
  const noted = await rows(
    GtinRow,
    tx.$queryRaw`
    WITH fall AS MATERIALIZED (
      SELECT a.gtin, f.pieces
      FROM article_calculation a
      JOIN unnest(${gtins}::bpchar[], ${falls.map(({ pieces }) => pieces)}::bigint[])
        AS f (gtin, pieces) ON f.gtin = a.gtin
      WHERE a.gtin = ANY (${gtins}::bpchar[])
      ORDER BY a.gtin
      FOR UPDATE OF a
    )
    UPDATE article_calculation a SET spare = a.spare - fall.pieces, due_at = coalesce(a.due_at, ${moment})
    FROM fall WHERE a.gtin = fall.gtin AND a.gtin = ANY (${gtins}::bpchar[]) AND a.spare >= fall.pieces
    RETURNING a.gtin`,
  );
  const done = new Set(noted.map(({ gtin }) => gtin));
  return falls.flatMap(({ gtin }) => (done.has(gtin) ? [] : gtin));
}

const ARTICLE_KEY = Prisma.sql`hashtextextended(a.gtin::text, 0)`;
/** `calculated_at` is indexed for the sweep: kept to the hour, most calculations leave it as it is. */
const CALCULATED_TO_MS = 3_600_000;

/**
 * Keeps a calculation's result, once its targets are saved: how far the article's stock may fall from here, and whether
 * some row does not hold its target yet. A target of 0 cannot fall.
 * @param now milliseconds since the epoch
 */
export async function saveCalculations(
  tx: Sql,
  gtins: readonly string[],
  { targets, now, syncIntervalMs }: { targets: readonly Target[]; now: number; syncIntervalMs: number },
): Promise<void> {
  const moment = momentInCycle(Prisma.sql`now()`, ARTICLE_KEY, syncIntervalMs);
  const at = new Date(now);
  await tx.$executeRaw`
    UPDATE article_calculation a SET
      spare = c.spare,
      due_at = CASE WHEN c.is_left THEN coalesce(a.due_at, ${moment}) END,
      calculated_at = CASE WHEN a.calculated_at > ${at}::timestamptz - ${CALCULATED_TO_MS} * interval '1 ms'
        THEN a.calculated_at ELSE ${at} END
    FROM (
      SELECT g.gtin, coalesce(bool_or(t.target <> t.before), false) AS is_left,
        greatest(0, coalesce(min(${SPARE}) FILTER (WHERE t.target > 0), 2147483647)) AS spare
      FROM unnest(${gtins}::bpchar[]) AS g (gtin)
      LEFT JOIN (
        SELECT w.gtin, coalesce(k.reported, k.written) AS reported, coalesce(k.wanted, 0) AS before,
          least(w.full_target, greatest(w.raised_to, coalesce(k.wanted, 0))) AS target
        FROM unnest(
          ${targets.map((one) => one.shopId)}::int[],
          ${targets.map((one) => one.variantId)}::text[],
          ${targets.map((one) => one.gtin)}::bpchar[],
          ${targets.map((one) => one.target)}::int[],
          ${targets.map((one) => one.raisedTo)}::int[]
        ) AS w (shop_id, variant_id, gtin, full_target, raised_to)
        LEFT JOIN network_quantity k ON k.shop_id = w.shop_id AND k.variant_id = w.variant_id
      ) AS t ON t.gtin = g.gtin
      GROUP BY g.gtin
    ) AS c
    WHERE a.gtin = c.gtin AND a.gtin = ANY (${gtins}::bpchar[])`;
}

const SPARE = spareOf({ target: Prisma.sql`t.target`, shown: Prisma.sql`coalesce(t.reported, 0)` });

/** Locks the articles that are due; skips those another worker has locked. */
export async function takeDueArticles(tx: Sql, limit: number): Promise<string[]> {
  const found = await rows(
    GtinRow,
    tx.$queryRaw`
    SELECT gtin FROM article_calculation WHERE due_at <= now() ORDER BY due_at LIMIT ${limit}
    FOR UPDATE SKIP LOCKED`,
  );
  return found.map(({ gtin }) => gtin);
}

/** Locks the articles calculated longest ago, and before an instant. */
export async function takeOldestArticles(tx: Sql, before: Date, limit: number): Promise<string[]> {
  const found = await rows(
    GtinRow,
    tx.$queryRaw`
    SELECT gtin FROM article_calculation WHERE calculated_at <= ${before} ORDER BY calculated_at LIMIT ${limit}
    FOR UPDATE SKIP LOCKED`,
  );
  return found.map(({ gtin }) => gtin);
}

/** Notes the articles after the given one that were never calculated. @returns the last one looked at; null: no more */
export async function noteUnknownArticles(tx: Sql, after: string, limit: number): Promise<string | null> {
  const found = await rows(
    ArticleRow,
    tx.$queryRaw`
    SELECT g.gtin, EXISTS (SELECT FROM article_calculation a WHERE a.gtin = g.gtin) AS known
    FROM (SELECT DISTINCT v.gtin FROM variant v WHERE v.gtin > ${after}::bpchar ORDER BY v.gtin LIMIT ${limit}) AS g
    ORDER BY g.gtin`,
  );
  const unknown = found.filter(({ known }) => !known).map(({ gtin }) => gtin);
  if (unknown.length > 0) await addArticles(tx, unknown);
  return found.length < limit ? null : (found.at(-1)?.gtin ?? null);
}
