import { Prisma, type Database } from '@hub/database';
import { countUnplaced, type UnplacedCount } from '../orders/unplaced-lines';
import { openCircuits } from '../shops/open-circuits';

/** What support should look at now: how much of each, since when, and the most pressing. */
export interface NeedsAttention {
  /** Unresolved, by kind, the most frequent first; `latest` is the newest one's message. */
  alerts: { kind: string; count: number; taken: number; oldestAt: Date; latest: string }[];
  deadLetters: {
    open: number;
    replaying: number;
    oldestAt: Date | null;
    /** How many causes there are, and the largest of them. */
    groups: number;
    largest: { origin: string; reason: string; letters: number; lastFailedAt: Date }[];
  };
  /** Paid lines that no shop has, by where they are, and what of them is not just on its way. */
  unplaced: UnplacedCount[];
  /** Network lines for which no shop was found; `since` is when their order came. */
  waitingLines: Backlog<OrderItem & { lineItemId: string; waitingReason: string | null }>;
  heldOrders: Backlog<OrderItem & { heldReason: string | null }>;
  waitingReturns: Backlog<OrderItem & { returnId: string }>;
  outOfStep: {
    count: number;
    oldestAt: Date | null;
    shops: { shop: string; count: number; oldestAt: Date }[];
  };
  /** Stores that are left alone because they fail, and those that refuse our credentials (D23). */
  circuitsOpen: { shop: string; since: Date }[];
  callsHeld: { shop: string; since: Date; nextProbeAt: Date | null }[];
  /** Messages that are not published yet. */
  outbox: { oldestAt: Date | null };
}

export interface Backlog<T> {
  count: number;
  oldestAt: Date | null;
  /** The oldest. */
  items: T[];
}

/** An order that something waits in. */
export interface OrderItem {
  /** Of the seller order. */
  id: string;
  shop: string;
  orderId: string;
  since: Date;
}

const SHOWN = 10;

/** What needs attention now, in one set of queries that takes milliseconds. @param now milliseconds since the epoch */
export async function needsAttention(db: Database, now: number = Date.now()): Promise<NeedsAttention> {
  const [unplaced, alerts, deadLetters, waitingLines, heldOrders, waitingReturns, outOfStep, stores, outbox] =
    await Promise.all([
      countUnplaced(db, now),
      readAlerts(db),
      readDeadLetters(db),
      readWaitingLines(db),
      readHeldOrders(db),
      readWaitingReturns(db),
      readOutOfStep(db),
      readStores(db, now),
      db.outbox.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } }),
    ]);
  return {
    unplaced,
    alerts,
    deadLetters,
    waitingLines,
    heldOrders,
    waitingReturns,
    outOfStep,
    ...stores,
    outbox: { oldestAt: outbox?.createdAt ?? null },
  };
}

function readAlerts(db: Database): Promise<NeedsAttention['alerts']> {
  return db.$queryRaw`
    SELECT kind, count(*)::int AS count, (count(*) FILTER (WHERE state = 'taken'))::int AS taken,
      min(first_at) AS "oldestAt", (array_agg(message ORDER BY last_at DESC))[1] AS latest
    FROM alert WHERE state IN ('open', 'taken') GROUP BY kind ORDER BY count DESC, kind`;
}

async function readDeadLetters(db: Database): Promise<NeedsAttention['deadLetters']> {
  const [replaying, groups] = await Promise.all([
    db.deadLetter.count({ where: { state: 'replaying' } }),
    db.$queryRaw<{ origin: string; reason: string; letters: number; oldestAt: Date; lastFailedAt: Date }[]>`
      SELECT origin, reason, count(*)::int AS letters, min(first_failed_at) AS "oldestAt",
        max(last_failed_at) AS "lastFailedAt"
      FROM dead_letter WHERE state = 'open' GROUP BY origin, reason ORDER BY letters DESC, origin, reason`,
  ]);
  const open = groups.reduce((sum, { letters }) => sum + letters, 0);
  const largest = groups.slice(0, SHOWN).map(({ oldestAt: _at, ...group }) => group);
  return { open, replaying, oldestAt: oldestOf(groups), groups: groups.length, largest };
}

function readWaitingLines(db: Database): Promise<NeedsAttention['waitingLines']> {
  return readBacklog(
    db,
    Prisma.sql`SELECT o.id, s.slug AS shop, o.order_id AS "orderId", o.received_at AS since,
        l.line_item_id AS "lineItemId", l.waiting_reason AS "waitingReason"
      FROM order_line l JOIN seller_order o ON o.id = l.seller_order_id JOIN shop s ON s.id = o.shop_id
      WHERE l.state = 'waiting' AND o.state = 'accepted'`,
  );
}

function readHeldOrders(db: Database): Promise<NeedsAttention['heldOrders']> {
  return readBacklog(
    db,
    Prisma.sql`SELECT o.id, s.slug AS shop, o.order_id AS "orderId", o.received_at AS since,
        o.held_reason AS "heldReason"
      FROM seller_order o JOIN shop s ON s.id = o.shop_id WHERE o.state = 'held'`,
  );
}

function readWaitingReturns(db: Database): Promise<NeedsAttention['waitingReturns']> {
  return readBacklog(
    db,
    Prisma.sql`SELECT o.id, s.slug AS shop, o.order_id AS "orderId", r.created_at AS since, r.id AS "returnId"
      FROM "return" r JOIN seller_order o ON o.id = r.seller_order_id JOIN shop s ON s.id = r.shop_id
      WHERE r.state = 'waiting'`,
  );
}

/** @param rows a query with a column `since` */
async function readBacklog<T extends OrderItem>(db: Database, rows: Prisma.Sql): Promise<Backlog<T>> {
  const [[all], items] = await Promise.all([
    db.$queryRaw<{ count: number }[]>(Prisma.sql`SELECT count(*)::int AS count FROM (${rows}) b`),
    db.$queryRaw<T[]>(Prisma.sql`SELECT * FROM (${rows}) b ORDER BY b.since LIMIT ${SHOWN}`),
  ]);
  return { count: all?.count ?? 0, oldestAt: items[0]?.since ?? null, items };
}

async function readOutOfStep(db: Database): Promise<NeedsAttention['outOfStep']> {
  const shops = await db.$queryRaw<{ shop: string; count: number; oldestAt: Date }[]>`
    SELECT s.slug AS shop, count(*)::int AS count, min(n.out_of_step_since) AS "oldestAt"
    FROM network_quantity n JOIN shop s ON s.id = n.shop_id
    WHERE n.out_of_step_since IS NOT NULL GROUP BY s.slug ORDER BY min(n.out_of_step_since)`;
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
    db.$queryRaw<NeedsAttention['circuitsOpen']>(Prisma.sql`
      SELECT s.slug AS shop, c.since FROM (${openCircuits(now)}) c JOIN shop s ON s.id = c.shop_id ORDER BY c.since`),
    db.$queryRaw<NeedsAttention['callsHeld']>`
      SELECT s.slug AS shop, min(h.since) AS since, min(h.next_probe_at) AS "nextProbeAt"
      FROM call_hold h JOIN shop s ON s.id = h.shop_id GROUP BY s.slug ORDER BY min(h.since)`,
  ]);
  return { circuitsOpen, callsHeld };
}

function oldestOf(rows: readonly { oldestAt: Date }[]): Date | null {
  return rows.map(({ oldestAt }) => oldestAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
