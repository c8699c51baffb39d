import { cancelOrder } from '@hub/store-calls';
import type { CancelReceipt } from '@hub/contract';
import type { Tx } from '@hub/database';
import { done, ignored, type CommandInput, type Reply, type Settlement } from '@hub/messaging';
import type { ShopCalls } from '@hub/shops';
import { claimEach, type StoreWrite, type WakesWrites, type WriteWork } from '@hub/store-writes';
import { decideClaim } from './decide-claim';
import { endAsShipped, endAsStopped, type Answer } from './end-stop';
import { lockStop, type LockedStop } from './locked-stop';
import { recordOutcome } from './record-outcome';
import type { DueStop, StopClaim } from './stop-claim';
import {
  claimStop,
  findShopsWithDueStops,
  LOOK_AGAIN_MS,
  makeDue,
  pickDueStops,
  deferStop,
} from './stop-records';

export interface Stopping {
  calls: Pick<ShopCalls, 'send'>;
  /** Answers the waiting deliveries, after the commit that ends a cancellation. */
  reply: Reply;
  /** PLACING_PASSES_MS */
  waitsMs: readonly number[];
}

/** `POST /cancel` (D21): stops what a shop has. A worker that finds a claim without an end repeats the same call. */
export function stopWrite(stopping: Stopping): StoreWrite<StopClaim, CancelReceipt> {
  const { calls, reply, waitsMs } = stopping;
  return {
    name: 'stops',
    findDueShops: (db, now) => findShopsWithDueStops(db, now),
    async claim(work, { slots, leaseMs }) {
      const due = await work.transactSql((tx) => pickDueStops(tx, slots, work.now));
      return claimEach(work, due, (stop) => takeStop(work, stop, { leaseMs, reply }));
    },
    call: ({ shopId, request, correlation, sellerOrderId, callAttempts }) =>
      calls.send(shopId, cancelOrder(request), {
        correlation,
        sellerOrderId,
        attemptsMade: callAttempts,
        // What earlier runs may have done is counted in the row.
        maybeActed: false,
      }),
    async record(work, ended) {
      // Orders are locked in the same sequence by every worker.
      const inOrder = ended.toSorted((a, b) => a.write.sellerOrderId.localeCompare(b.write.sellerOrderId));
      const answers = await work.transact(async (tx) => {
        const all: Answer[] = [];
        for (const { write: claim, outcome } of inOrder) {
          const locked = await lockStop(tx, claim.id);
          if (!locked) continue;
          const ending = { ...locked, correlation: claim.correlation, now: work.now };
          all.push(...(await recordOutcome(tx, ending, { claim, outcome, waitsMs })));
        }
        return all;
      });
      for (const { to, verdict } of answers) reply(to, verdict);
      return ended.map(() => ({ dueNow: false }));
    },
  };
}

/** Decides about a due stop under its locks: claimed for a call, or ended without one. @returns null where nothing is called */
export async function takeStop(
  work: WriteWork,
  stop: DueStop,
  { leaseMs, reply }: { leaseMs: number; reply: Reply },
): Promise<StopClaim | null> {
  const { claim, answers } = await work.transact((tx) => decideStop(tx, stop, { now: work.now, leaseMs }));
  for (const { to, verdict } of answers) reply(to, verdict);
  return claim;
}

async function decideStop(
  tx: Tx,
  stop: DueStop,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<{ claim: StopClaim | null; answers: Answer[] }> {
  const locked = await lockStop(tx, stop.id);
  if (!locked) return { claim: null, answers: [] };
  const ending = { ...locked, correlation: stop.correlation, now };
  switch (decideClaim(locked.shippingOrder, locked.stop, now).kind) {
    case 'call': {
      const leaseUntil = new Date(now + leaseMs);
      const callAttempts = await claimStop(tx, stop.id, leaseUntil);
      return { claim: { ...stop, ...callOf(locked), leaseUntil, callAttempts }, answers: [] };
    }
    case 'confirm':
      return { claim: null, answers: await endAsStopped(tx, ending) };
    case 'already_shipped':
      return { claim: null, answers: await endAsShipped(tx, ending) };
    case 'settle_first': {
      // Routing settles the placement (D23) and makes this stop due; it is checked again in case that is lost.
      const nextAttemptAt = new Date(now + LOOK_AGAIN_MS);
      await deferStop(tx, stop.id, { state: 'settling', nextAttemptAt, failure: null });
      return { claim: null, answers: [] };
    }
    case 'leave':
      return { claim: null, answers: [] };
  }
}

function callOf({ order, shippingOrder, stop: { reference, reason } }: LockedStop) {
  if (shippingOrder.storeOrderId === null) throw new Error('a placed shipping order has no id of its store');
  return {
    sellerOrderId: order.id,
    request: {
      external_ref: reference,
      order_id: shippingOrder.storeOrderId,
      ...(reason === null ? {} : { reason }),
    },
  };
}

/** `shipping-order.stop`: support's replay of a refused stop, or a command of another service: it is due at once. */
export function handleShippingOrderStop(stops: WakesWrites) {
  return async (tx: Tx, { payload, now }: CommandInput<{ stopId: string }>): Promise<Settlement> => {
    if (!(await makeDue(tx, [payload.stopId], now))) return ignored('ended, withdrawn, or under way');
    stops.lookAfter(tx);
    return done('due');
  };
}
