import type { StoreOperation } from '@hub/contract';
import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { ANY_DEFERRAL } from '../placements/deferral';

/** A kind of call that waits in a row until it is due. */
export const WAITING_CALLS = ['placing', 'stop', 'tracking', 'correction', 'return'] as const;
export type WaitingCall = (typeof WAITING_CALLS)[number];

/** Whose calls: those to a shop, or those of an order, to any shop. */
export type CallsOf = { shopId: number } | { sellerOrderId: string };

/** How many calls of each kind are due now. */
export type BroughtForward = Record<WaitingCall, number>;

/** Of each kind, per action; the next one takes more. */
export const TRIED_AT_ONCE = 200;

const CountRow = z.object({ count: z.int() });
/** A store that was down for a day may have any number. */
const FIRST = Prisma.sql`LIMIT ${TRIED_AT_ONCE + 1}`;
const BY_TIME = Prisma.sql`ORDER BY d.next_attempt_at LIMIT ${TRIED_AT_ONCE} FOR UPDATE OF d SKIP LOCKED`;
/** They keep their order: the earliest first. */
const EARLIER = Prisma.sql`(row_number() OVER (ORDER BY next_attempt_at DESC, id DESC) - 1) * interval '1 millisecond'`;

interface Call {
  /** How many wait. @param waits the condition of a row, as `d` */
  count: (tx: Pick<Tx, '$queryRaw'>, waits: Prisma.Sql) => Promise<unknown>;
  /** Those that wait are due at `at`, the first ones a little earlier. @returns how many */
  forward: (tx: Tx, waits: Prisma.Sql, at: Date) => Promise<number>;
  operation: StoreOperation;
  /** The column of the called shop. */
  shop: Prisma.Sql;
  /** Not ended, and to be called at its time. */
  isOpen: Prisma.Sql;
  isOfOrder: (id: string) => Prisma.Sql;
}

const ofShippingOrder = (id: string) =>
  Prisma.sql`EXISTS (
    SELECT FROM shipping_order s WHERE s.id = d.shipping_order_id AND s.seller_order_id = ${id}::uuid)`;
const CALLED = Prisma.sql`d.called_shop_id`;
const OPEN_WRITE = Prisma.sql`d.state IN ('due', 'sending')`;

/** Each statement names its table: writers and the grants of roles are read from the statements. */
const CALLS: Record<WaitingCall, Call> = {
  placing: {
    count: (tx, waits) =>
      tx.$queryRaw`SELECT count(*)::int AS count FROM (SELECT FROM shipping_order d WHERE ${waits} ${FIRST}) d`,
    // D23's runs are those of the schedule: a run that a person asks for uses up none. One stays counted, since by that
    // the engine knows a call that failed before. A deferred call had its run given back already.
    forward: (tx, waits, at) => tx.$executeRaw`
      WITH picked AS MATERIALIZED (SELECT d.id, d.next_attempt_at FROM shipping_order d WHERE ${waits} ${BY_TIME}),
        placed AS (SELECT id, ${EARLIER} AS earlier FROM picked)
      UPDATE shipping_order n SET next_attempt_at = ${at}::timestamptz - placed.earlier,
        passes = CASE WHEN n.passes > 1 AND n.last_failure !~ ${ANY_DEFERRAL.source} THEN n.passes - 1 ELSE n.passes END
      FROM placed WHERE n.id = placed.id`,
    operation: 'place_order',
    shop: Prisma.sql`d.shop_id`,
    isOpen: Prisma.sql`d.state IN ('planned', 'sending', 'disputed')
      AND (d.state <> 'planned' OR d.stop_requested_at IS NULL)`,
    isOfOrder: (id) => Prisma.sql`d.seller_order_id = ${id}::uuid`,
  },
  stop: {
    count: (tx, waits) =>
      tx.$queryRaw`SELECT count(*)::int AS count FROM (SELECT FROM shipping_order_stop d WHERE ${waits} ${FIRST}) d`,
    forward: (tx, waits, at) => tx.$executeRaw`
      WITH picked AS MATERIALIZED (SELECT d.id, d.next_attempt_at FROM shipping_order_stop d WHERE ${waits} ${BY_TIME}),
        placed AS (SELECT id, ${EARLIER} AS earlier FROM picked)
      UPDATE shipping_order_stop n SET next_attempt_at = ${at}::timestamptz - placed.earlier
      FROM placed WHERE n.id = placed.id`,
    operation: 'cancel_order',
    shop: CALLED,
    isOpen: Prisma.sql`d.state IN ('settling', 'due', 'sending')`,
    isOfOrder: ofShippingOrder,
  },
  tracking: {
    count: (tx, waits) =>
      tx.$queryRaw`SELECT count(*)::int AS count FROM (SELECT FROM package d WHERE ${waits} ${FIRST}) d`,
    forward: (tx, waits, at) => tx.$executeRaw`
      WITH picked AS MATERIALIZED (SELECT d.id, d.next_attempt_at FROM package d WHERE ${waits} ${BY_TIME}),
        placed AS (SELECT id, ${EARLIER} AS earlier FROM picked)
      UPDATE package n SET next_attempt_at = ${at}::timestamptz - placed.earlier
      FROM placed WHERE n.id = placed.id`,
    operation: 'deliver_tracking',
    shop: CALLED,
    isOpen: OPEN_WRITE,
    isOfOrder: ofShippingOrder,
  },
  correction: {
    count: (tx, waits) =>
      tx.$queryRaw`SELECT count(*)::int AS count FROM (SELECT FROM package_correction d WHERE ${waits} ${FIRST}) d`,
    forward: (tx, waits, at) => tx.$executeRaw`
      WITH picked AS MATERIALIZED (SELECT d.id, d.next_attempt_at FROM package_correction d WHERE ${waits} ${BY_TIME}),
        placed AS (SELECT id, ${EARLIER} AS earlier FROM picked)
      UPDATE package_correction n SET next_attempt_at = ${at}::timestamptz - placed.earlier
      FROM placed WHERE n.id = placed.id`,
    operation: 'deliver_tracking',
    shop: CALLED,
    isOpen: OPEN_WRITE,
    isOfOrder: (id) => Prisma.sql`EXISTS (
      SELECT FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
      WHERE p.id = d.package_id AND s.seller_order_id = ${id}::uuid)`,
  },
  return: {
    count: (tx, waits) =>
      tx.$queryRaw`SELECT count(*)::int AS count FROM (SELECT FROM "return" d WHERE ${waits} ${FIRST}) d`,
    forward: (tx, waits, at) => tx.$executeRaw`
      WITH picked AS MATERIALIZED (SELECT d.id, d.next_attempt_at FROM "return" d WHERE ${waits} ${BY_TIME}),
        placed AS (SELECT id, ${EARLIER} AS earlier FROM picked)
      UPDATE "return" n SET next_attempt_at = ${at}::timestamptz - placed.earlier
      FROM placed WHERE n.id = placed.id`,
    operation: 'register_return',
    shop: CALLED,
    isOpen: OPEN_WRITE,
    isOfOrder: (id) => Prisma.sql`d.seller_order_id = ${id}::uuid`,
  },
};

/**
 * Calls that wait for a later time are due now, in the order in which they were to be made. Only the time changes: a
 * call in flight keeps its lease, the process that claims the row decides again whether it may be sent, and the engine's slots
 * keep one shop from slowing another (D23). Suspended calls are left to their probe. Rows that another process has
 * locked are being decided: they are skipped, so that no lock is waited for.
 */
export async function tryNow(tx: Tx, of: CallsOf, now: number): Promise<BroughtForward> {
  const forward: BroughtForward = { placing: 0, stop: 0, tracking: 0, correction: 0, return: 0 };
  for (const kind of WAITING_CALLS)
    forward[kind] = await CALLS[kind].forward(tx, waitingRows(CALLS[kind], of, now), new Date(now));
  return forward;
}

/** How many calls wait: one more than `tryNow` takes stands for any number above. */
export async function countWaitingCalls(
  tx: Pick<Tx, '$queryRaw'>,
  of: CallsOf,
  now: number,
): Promise<BroughtForward> {
  const waiting: BroughtForward = { placing: 0, stop: 0, tracking: 0, correction: 0, return: 0 };
  for (const kind of WAITING_CALLS) {
    const [row] = await rows(CountRow, CALLS[kind].count(tx, waitingRows(CALLS[kind], of, now)));
    waiting[kind] = row?.count ?? 0;
  }
  return waiting;
}

/** Not due yet, not in flight, and not suspended. */
function waitingRows({ shop, isOpen, isOfOrder, operation }: Call, of: CallsOf, now: number): Prisma.Sql {
  const at = new Date(now);
  const whose = 'shopId' in of ? Prisma.sql`${shop} = ${of.shopId}` : isOfOrder(of.sellerOrderId);
  return Prisma.sql`${whose} AND ${isOpen} AND d.next_attempt_at > ${at}
    AND (d.lease_until IS NULL OR d.lease_until <= ${at})
    AND NOT EXISTS (SELECT FROM call_hold h WHERE h.shop_id = ${shop} AND h.operation IN ('all', ${operation}))`;
}
