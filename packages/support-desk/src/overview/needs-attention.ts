import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { countBehindStores, groupAtRisk, type RiskGroup } from '../at-risk/orders-at-risk';
import { countCases, listCases, type ListedCase } from '../cases/list-cases';
import { openCircuits } from '../shops/open-circuits';

const FailuresRow = z.object({ messages: z.int(), alerts: z.int() });
const OutOfSyncShop = z.object({ shop: z.string(), count: z.int(), oldestAt: z.date() });
const OpenCircuit = z.object({ shop: z.string(), since: z.date() });
const HeldShop = z.object({ shop: z.string(), since: z.date(), nextProbeAt: z.date().nullable() });

/** What support should handle now: how many of each, since when, and the most urgent. */
export interface NeedsAttention {
  /**
   * Failures as agents work on them: how many are open, snoozed, and closed by hand with unresolved items; the newest
   * open ones.
   */
  cases: Awaited<ReturnType<typeof countCases>> & { newest: ListedCase[] };
  /** Failed messages, and alerts other than those that count them, in a case or not. */
  failures: z.output<typeof FailuresRow>;
  /** Problems of paid orders, the worst situation first. */
  orders: RiskGroup[];
  /** How many paid orders wait for a store that cannot be called, by its shop. */
  behindStores: ReadonlyMap<string, number>;
  outOfSync: {
    count: number;
    oldestAt: Date | null;
    shops: z.output<typeof OutOfSyncShop>[];
  };
  /** Stores whose calls are suspended because they fail, and those that refuse our credentials (D23). */
  circuitsOpen: z.output<typeof OpenCircuit>[];
  callsHeld: z.output<typeof HeldShop>[];
  /** Messages that are not published yet. */
  outbox: { oldestAt: Date | null };
}

const SHOWN = 10;

/** What needs attention now, in one set of queries that takes milliseconds. @param now milliseconds since the epoch */
export async function needsAttention(db: Database, now: number = Date.now()): Promise<NeedsAttention> {
  const [orders, behind, cases, failures, outOfSync, stores, outbox] = await Promise.all([
    groupAtRisk(db, { now, itemsOfEach: SHOWN }),
    countBehindStores(db, now),
    readCases(db, now),
    readFailures(db),
    readOutOfSync(db),
    readStores(db, now),
    db.outbox.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } }),
  ]);
  return {
    orders,
    behindStores: new Map(behind.map(({ shop, orders: count }) => [shop, count])),
    cases,
    failures,
    outOfSync,
    ...stores,
    outbox: { oldestAt: outbox?.createdAt ?? null },
  };
}

async function readCases(db: Database, now: number): Promise<NeedsAttention['cases']> {
  const [counts, newest] = await Promise.all([
    countCases(db, now),
    listCases(db, { filter: { state: 'open' }, limit: SHOWN, now }),
  ]);
  return { ...counts, newest };
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

async function readOutOfSync(db: Database): Promise<NeedsAttention['outOfSync']> {
  const shops = await rows(
    OutOfSyncShop,
    db.$queryRaw`
    SELECT s.slug AS shop, count(*)::int AS count, min(n.out_of_step_since) AS "oldestAt"
    FROM network_quantity n JOIN shop s ON s.id = n.shop_id
    WHERE n.out_of_step_since IS NOT NULL GROUP BY s.slug ORDER BY min(n.out_of_step_since)`,
  );
  return {
    count: shops.reduce((sum, { count }) => sum + count, 0),
    oldestAt: oldestOf(shops),
    shops: shops.slice(0, SHOWN),
  };
}

async function readStores(
  db: Database,
  now: number,
): Promise<Pick<NeedsAttention, 'circuitsOpen' | 'callsHeld'>> {
  const [circuitsOpen, callsHeld] = await Promise.all([
    rows(
      OpenCircuit,
      db.$queryRaw(Prisma.sql`
      SELECT s.slug AS shop, c.since FROM (${openCircuits(now)}) c JOIN shop s ON s.id = c.shop_id ORDER BY c.since`),
    ),
    rows(
      HeldShop,
      db.$queryRaw`
      SELECT s.slug AS shop, min(h.since) AS since, min(h.next_probe_at) AS "nextProbeAt"
      FROM call_hold h JOIN shop s ON s.id = h.shop_id GROUP BY s.slug ORDER BY min(h.since)`,
    ),
  ]);
  return { circuitsOpen, callsHeld };
}

function oldestOf(found: readonly { oldestAt: Date }[]): Date | null {
  return found.map(({ oldestAt }) => oldestAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
