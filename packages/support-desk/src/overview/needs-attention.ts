import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { countUnplaced, type UnplacedCount } from '../orders/unplaced-lines';
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
/** An order that something waits in. */
const OrderItem = z.object({
  /** Of the seller order. */
  id: z.string(),
  shop: z.string(),
  orderId: z.string(),
  since: z.date(),
});
const WaitingLine = OrderItem.extend({ lineItemId: z.string(), waitingReason: z.string().nullable() });
const HeldOrder = OrderItem.extend({ heldReason: z.string().nullable() });
const WaitingReturn = OrderItem.extend({ returnId: z.string() });
const CountRow = z.object({ count: z.int() });
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
  /** Paid lines that no shop has, by where they are, and what of them is not just on its way. */
  unplaced: UnplacedCount[];
  /** Network lines for which no shop was found; `since` is when their order came. */
  waitingLines: Backlog<z.output<typeof WaitingLine>>;
  heldOrders: Backlog<z.output<typeof HeldOrder>>;
  waitingReturns: Backlog<z.output<typeof WaitingReturn>>;
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

export interface Backlog<T> {
  count: number;
  oldestAt: Date | null;
  /** The oldest. */
  items: T[];
}

export type OrderItem = z.output<typeof OrderItem>;

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

function readWaitingLines(db: Database): Promise<NeedsAttention['waitingLines']> {
  return readBacklog(
    db,
    WaitingLine,
    Prisma.sql`SELECT o.id, s.slug AS shop, o.order_id AS "orderId", o.received_at AS since,
        l.line_item_id AS "lineItemId", l.waiting_reason AS "waitingReason"
      FROM order_line l JOIN seller_order o ON o.id = l.seller_order_id JOIN shop s ON s.id = o.shop_id
      WHERE l.state = 'waiting' AND o.state = 'accepted'`,
  );
}

function readHeldOrders(db: Database): Promise<NeedsAttention['heldOrders']> {
  return readBacklog(
    db,
    HeldOrder,
    Prisma.sql`SELECT o.id, s.slug AS shop, o.order_id AS "orderId", o.received_at AS since,
        o.held_reason AS "heldReason"
      FROM seller_order o JOIN shop s ON s.id = o.shop_id WHERE o.state = 'held'`,
  );
}

function readWaitingReturns(db: Database): Promise<NeedsAttention['waitingReturns']> {
  return readBacklog(
    db,
    WaitingReturn,
    Prisma.sql`SELECT o.id, s.slug AS shop, o.order_id AS "orderId", r.created_at AS since, r.id AS "returnId"
      FROM "return" r JOIN seller_order o ON o.id = r.seller_order_id JOIN shop s ON s.id = r.shop_id
      WHERE r.state = 'waiting'`,
  );
}

/** @param query one with a column `since` */
async function readBacklog<Item extends z.ZodType<OrderItem>>(
  db: Database,
  schema: Item,
  query: Prisma.Sql,
): Promise<Backlog<z.output<Item>>> {
  const [[all], items] = await Promise.all([
    rows(CountRow, db.$queryRaw`SELECT count(*)::int AS count FROM (${query}) b`),
    rows(schema, db.$queryRaw`SELECT * FROM (${query}) b ORDER BY b.since LIMIT ${SHOWN}`),
  ]);
  return { count: all?.count ?? 0, oldestAt: items[0]?.since ?? null, items };
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
