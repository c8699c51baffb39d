import { randomUUID } from 'node:crypto';
import { Prisma, rows, type Database, type Sql, type StopState, type Tx } from '@hub/database';
import { findDueShops, pickOldest, type DueRows, type ShopSlots } from '@hub/store-writes';
import { z } from 'zod';
import type { DueStop } from './stop-claim';
import type { FirstStopState } from '@hub/orders/states';

const CallAttemptsRow = z.object({ callAttempts: z.int() });
const DueStopRow = z.object({
  id: z.string(),
  dueAt: z.date(),
  correlation: z.string(),
  shopId: z.int(),
  failing: z.boolean(),
});

/** Stops that wait for a message that may be lost are checked again after this time. */
export const LOOK_AGAIN_MS = 60_000;

export interface StopToInsert {
  cancellationId: string;
  shippingOrderId: string;
  /** The shipping shop, which is called. */
  calledShopId: number;
  reference: string;
  state: FirstStopState;
}

/** @returns its id */
export async function insertStop(tx: Tx, stop: StopToInsert, now: number): Promise<string> {
  const id = randomUUID();
  const ended = stop.state === 'confirmed';
  await tx.shippingOrderStop.create({
    data: {
      id,
      ...stop,
      nextAttemptAt: ended ? null : new Date(now),
      finishedAt: ended ? new Date(now) : null,
    },
  });
  return id;
}

/**
 * Takes the lease of a locked stop for a call. An earlier claim without an end may have made a call: it counts.
 * @returns the attempts made of a call that was deferred
 */
export async function claimStop(tx: Tx, stopId: string, leaseUntil: Date): Promise<number> {
  const [row] = await rows(
    CallAttemptsRow,
    tx.$queryRaw`
    UPDATE shipping_order_stop SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil},
      attempts = attempts + CASE state WHEN 'sending' THEN 1 ELSE 0 END,
      outcome_unknown = state = 'sending' OR (attempts > 0 AND outcome_unknown)
    WHERE id = ${stopId}::uuid RETURNING call_attempts AS "callAttempts"`,
  );
  return row?.callAttempts ?? 0;
}

/** The stop has ended; nothing more is done for it. `failed` waits for support or for the shop's resend. */
export async function endStop(
  tx: Tx,
  stopId: string,
  end: {
    state: Extract<StopState, 'confirmed' | 'already_shipped' | 'failed'>;
    now: number;
    failure?: string;
    /** A run was spent. */
    counts?: boolean;
    outcomeUnknown?: boolean;
  },
): Promise<void> {
  await tx.shippingOrderStop.update({
    where: { id: stopId },
    data: {
      state: end.state,
      leaseUntil: null,
      nextAttemptAt: null,
      callAttempts: 0,
      lastFailure: end.failure ?? null,
      attempts: { increment: end.counts ? 1 : 0 },
      ...(end.outcomeUnknown === undefined ? {} : { outcomeUnknown: end.outcomeUnknown }),
      finishedAt: end.state === 'failed' ? null : new Date(end.now),
    },
  });
}

/** The stop is retried from `nextAttemptAt` on. */
export async function deferStop(
  tx: Tx,
  stopId: string,
  to: {
    state: 'due' | 'settling';
    nextAttemptAt: Date;
    counts?: boolean;
    outcomeUnknown?: boolean;
    failure: string | null;
    callAttempts?: number;
  },
): Promise<void> {
  await tx.shippingOrderStop.update({
    where: { id: stopId },
    data: {
      state: to.state,
      leaseUntil: null,
      nextAttemptAt: to.nextAttemptAt,
      callAttempts: to.callAttempts ?? 0,
      lastFailure: to.failure,
      attempts: { increment: to.counts ? 1 : 0 },
      ...(to.outcomeUnknown === undefined ? {} : { outcomeUnknown: to.outcomeUnknown }),
    },
  });
}

/**
 * The stop belongs to another cancellation from now on, with that one's reference; nothing was stopped under the old
 * one.
 */
export async function handOverStop(
  tx: Tx,
  stopId: string,
  to: { cancellationId: string; reference: string },
): Promise<void> {
  await tx.shippingOrderStop.update({ where: { id: stopId }, data: to });
}

/**
 * Makes unfinished stops due, including those that a store had refused; a call in flight ends separately.
 * @returns how many there are
 */
export async function makeDue(tx: Tx, stopIds: readonly string[], now: number): Promise<number> {
  const at = new Date(now);
  return tx.$executeRaw`
    UPDATE shipping_order_stop SET next_attempt_at = ${at},
      state = (CASE state WHEN 'failed' THEN 'due' ELSE state::text END)::stop_state
    WHERE id = ANY (${[...stopIds]}::uuid[]) AND (state IN ('settling', 'due', 'failed')
      OR (state = 'sending' AND (lease_until IS NULL OR lease_until <= ${at})))`;
}

/** They stopped nothing and never will: the order stands. A later cancellation begins its own. */
export async function withdrawStops(tx: Tx, stopIds: readonly string[]): Promise<void> {
  await tx.shippingOrderStop.deleteMany({ where: { id: { in: [...stopIds] } } });
}

/** Unfinished stops, and those left behind by a process that died. */
const DUE: DueRows = {
  table: Prisma.sql`shipping_order_stop`,
  shop: Prisma.sql`called_shop_id`,
  operation: 'cancel_order',
  isOpen: Prisma.sql`d.state IN ('settling', 'due', 'sending')`,
  isFailing: Prisma.sql`d.attempts > 0`,
  columns: Prisma.sql`d.cancellation_id`,
};

/** Shops to call for a due stop. */
export function findShopsWithDueStops(db: Database, now: number): Promise<number[]> {
  return findDueShops(db, DUE, now);
}

/**
 * Picks due stops, the oldest of each shop, and delays their due time, so that no other worker picks them meanwhile.
 * They are decided under the order's locks, which come before theirs.
 */
export async function pickDueStops(tx: Sql, slots: readonly ShopSlots[], now: number): Promise<DueStop[]> {
  return rows(
    DueStopRow,
    tx.$queryRaw`
    WITH picked AS MATERIALIZED (${pickOldest(DUE, slots, now)})
    UPDATE shipping_order_stop t SET next_attempt_at = ${new Date(now + LOOK_AGAIN_MS)}
    FROM picked, cancellation c
    WHERE t.id = picked.id AND c.id = picked.cancellation_id
    RETURNING t.id, picked.shop_id AS "shopId", picked.failing, picked.due_at AS "dueAt", c.correlation`,
  );
}
