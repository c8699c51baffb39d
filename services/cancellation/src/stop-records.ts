import { randomUUID } from 'node:crypto';
import type { StopState, Tx } from '@hub/database';
import type { FirstStopState } from '@hub/orders';

/** A nudge that was lost is given again by the pass after this long. */
export const NUDGE_AGAIN_MS = 60_000;

export interface StopToInsert {
  cancellationId: string;
  shippingOrderId: string;
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
      nextAttemptAt: ended ? null : new Date(now + NUDGE_AGAIN_MS),
      finishedAt: ended ? new Date(now) : null,
    },
  });
  return id;
}

/**
 * Takes the lease of a locked stop for a call. One that was claimed before and never ended may have been called: it
 * counts.
 */
export async function claimStop(tx: Tx, stopId: string, leaseUntil: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE shipping_order_stop SET state = 'sending', lease_until = ${leaseUntil}, next_attempt_at = ${leaseUntil},
      attempts = attempts + CASE state WHEN 'sending' THEN 1 ELSE 0 END
    WHERE id = ${stopId}::uuid`;
}

/** The stop has its end; nothing more is done for it. `failed` waits for support or for the shop's resend. */
export async function endStop(
  tx: Tx,
  stopId: string,
  end: {
    state: Extract<StopState, 'confirmed' | 'already_shipped' | 'failed'>;
    now: number;
    failure?: string;
    /** Of a call of which it is not known what it did at the store. */
    counts?: boolean;
  },
): Promise<void> {
  await tx.shippingOrderStop.update({
    where: { id: stopId },
    data: {
      state: end.state,
      leaseUntil: null,
      nextAttemptAt: null,
      lastFailure: end.failure ?? null,
      attempts: { increment: end.counts ? 1 : 0 },
      finishedAt: end.state === 'failed' ? null : new Date(end.now),
    },
  });
}

/** The stop is to be tried again, from `nextAttemptAt` on by the pass. */
export async function postponeStop(
  tx: Tx,
  stopId: string,
  to: { state: 'due' | 'settling'; nextAttemptAt: Date; counts?: boolean; failure: string | null },
): Promise<void> {
  await tx.shippingOrderStop.update({
    where: { id: stopId },
    data: {
      state: to.state,
      leaseUntil: null,
      nextAttemptAt: to.nextAttemptAt,
      lastFailure: to.failure,
      attempts: { increment: to.counts ? 1 : 0 },
    },
  });
}

/** The stop is another cancellation's from now on, under a reference of that one; nothing was stopped under the old. */
export async function handOverStop(
  tx: Tx,
  stopId: string,
  to: { cancellationId: string; reference: string },
): Promise<void> {
  await tx.shippingOrderStop.update({ where: { id: stopId }, data: to });
}

/** Stops that the store had refused are due again. */
export async function retryFailedStops(tx: Tx, stopIds: readonly string[], now: number): Promise<void> {
  await tx.shippingOrderStop.updateMany({
    where: { id: { in: [...stopIds] }, state: 'failed' },
    data: { state: 'due', nextAttemptAt: new Date(now + NUDGE_AGAIN_MS) },
  });
}

/** Nothing was stopped by them and nothing will be: the order stands. A later cancellation begins its own. */
export async function withdrawStops(tx: Tx, stopIds: readonly string[]): Promise<void> {
  await tx.shippingOrderStop.deleteMany({ where: { id: { in: [...stopIds] } } });
}

/**
 * Takes stops whose time has come, and puts it forward, so that copies of the service and later passes leave them
 * alone for a while.
 */
export async function takeDueStops(
  tx: Tx,
  now: number,
  limit: number,
): Promise<{ id: string; correlation: string }[]> {
  return tx.$queryRaw<{ id: string; correlation: string }[]>`
    WITH due AS (
      SELECT id FROM shipping_order_stop
      WHERE state IN ('settling', 'due', 'sending') AND next_attempt_at <= ${new Date(now)}
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE shipping_order_stop t SET next_attempt_at = ${new Date(now + NUDGE_AGAIN_MS)}
    FROM due, cancellation c
    WHERE t.id = due.id AND c.id = t.cancellation_id
    RETURNING t.id, c.correlation`;
}
