import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { countBehindStores, groupAtRisk, type RiskGroup } from '../at-risk/orders-at-risk';
import { openCircuits } from '../shops/open-circuits';

const AlertsOfKind = z.object({
  kind: z.string(),
  count: z.int(),
  taken: z.int(),
  oldestAt: z.date(),
  latest: z.string(),
});
const DeadLetterGroup = z.object({
  origin: z.string(),
  reason: z.string(),
  letters: z.int(),
  oldestAt: z.date(),
  lastFailedAt: z.date(),
});
const OutOfStepShop = z.object({ shop: z.string(), count: z.int(), oldestAt: z.date() });
const OpenCircuit = z.object({ shop: z.string(), since: z.date() });
const HeldShop = z.object({ shop: z.string(), since: z.date(), nextProbeAt: z.date().nullable() });

/** What support should look at now: how much of each, since when, and the most pressing. */
export interface NeedsAttention {
  /** Unresolved, by kind, the most frequent first; `latest` is the newest one's message. */
  alerts: z.output<typeof AlertsOfKind>[];
  deadLetters: {
    open: number;
    replaying: number;
    oldestAt: Date | null;
    /** How many causes there are, and the largest of them. */
    groups: number;
    largest: { origin: string; reason: string; letters: number; lastFailedAt: Date }[];
  };
  /** What of paid orders is not as it should be, the worst situation first. */
  orders: RiskGroup[];
  /** How many paid orders wait for a store that cannot be called, by its shop. */
  behindStores: ReadonlyMap<string, number>;
  outOfStep: {
    count: number;
    oldestAt: Date | null;
    shops: z.output<typeof OutOfStepShop>[];
  };
  /** Stores that are left alone because they fail, and those that refuse our credentials (D23). */
  circuitsOpen: z.output<typeof OpenCircuit>[];
  callsHeld: z.output<typeof HeldShop>[];
  /** Messages that are not published yet. */
  outbox: { oldestAt: Date | null };
}

const SHOWN = 10;

/** What needs attention now, in one set of queries that takes milliseconds. @param now milliseconds since the epoch */
export async function needsAttention(db: Database, now: number = Date.now()): Promise<NeedsAttention> {
  const [orders, behind, alerts, deadLetters, outOfStep, stores, outbox] = await Promise.all([
    groupAtRisk(db, { now, itemsOfEach: SHOWN }),
    countBehindStores(db, now),
    readAlerts(db),
    readDeadLetters(db),
    readOutOfStep(db),
    readStores(db, now),
    db.outbox.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } }),
  ]);
  return {
    orders,
    behindStores: new Map(behind.map(({ shop, orders: count }) => [shop, count])),
    alerts,
    deadLetters,
    outOfStep,
    ...stores,
    outbox: { oldestAt: outbox?.createdAt ?? null },
  };
}

function readAlerts(db: Database): Promise<NeedsAttention['alerts']> {
  return rows(
    AlertsOfKind,
    db.$queryRaw`
    SELECT kind, count(*)::int AS count, (count(*) FILTER (WHERE state = 'taken'))::int AS taken,
      min(first_at) AS "oldestAt", (array_agg(message ORDER BY last_at DESC))[1] AS latest
    FROM alert WHERE state IN ('open', 'taken') GROUP BY kind ORDER BY count DESC, kind`,
  );
}

async function readDeadLetters(db: Database): Promise<NeedsAttention['deadLetters']> {
  const [replaying, groups] = await Promise.all([
    db.deadLetter.count({ where: { state: 'replaying' } }),
    rows(
      DeadLetterGroup,
      db.$queryRaw`
      SELECT origin, reason, count(*)::int AS letters, min(first_failed_at) AS "oldestAt",
        max(last_failed_at) AS "lastFailedAt"
      FROM dead_letter WHERE state = 'open' GROUP BY origin, reason ORDER BY letters DESC, origin, reason`,
    ),
  ]);
  const open = groups.reduce((sum, { letters }) => sum + letters, 0);
  const largest = groups.slice(0, SHOWN).map(({ oldestAt: _at, ...group }) => group);
  return { open, replaying, oldestAt: oldestOf(groups), groups: groups.length, largest };
}

async function readOutOfStep(db: Database): Promise<NeedsAttention['outOfStep']> {
  const shops = await rows(
    OutOfStepShop,
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
