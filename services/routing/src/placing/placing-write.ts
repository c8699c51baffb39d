import { placeOrder } from '@hub/store-calls';
import type { ShippingOrderReceipt } from '@hub/contract';
import { COMMANDS, enqueueDead, type CallingContext, type Settlement } from '@hub/messaging';
import { claimPlanned, recordReceipts, type ClaimedReceipt, type PlacingClaim } from '@hub/orders/placements';
import {
  findShopsWithDueShippingOrders,
  pickDueShippingOrders,
  type DueShippingOrder,
} from '@hub/orders/records';
import type { ShopCalls } from '@hub/shops';
import {
  claimEach,
  type ClaimedWrite,
  type EndedWrite,
  type StoreWrite,
  type WriteWork,
} from '@hub/store-writes';
import { decidePlacing } from './decide-placing';
import { observePlaced } from './observe-placed';
import { PLACED, recordPlacing } from './record-placing';
import { takeShippingOrder } from './take-shipping-order';
import { latestAttempt, trackAttempts } from './track-attempts';

/** A shipping order claimed for a call: by the engine, or by the transaction that decided it. */
export interface ClaimedPlacing extends ClaimedWrite {
  claim: PlacingClaim;
  correlation: string;
  /** Since when it was due: keeps its place in the queue if the call is not made after all. */
  dueAt: Date;
}

type Ended = EndedWrite<ClaimedPlacing, ShippingOrderReceipt>;

export interface PlacingWriteSettings {
  calls: Pick<ShopCalls, 'send'>;
  context: Pick<CallingContext, 'transact'>;
  /** PLACING_PASSES_MS */
  waitsMs: readonly number[];
}

/** Minimum interval between claims and between records under load. Nothing waits for a record. */
const [CLAIMED_EVERY_MS, RECORDED_EVERY_MS] = [20, 50];

/**
 * `POST /orders` (D18, D23). What this process decided is called right after the commit; the engine finds everything
 * else that is due: at a later run, after a hold, or left behind by a process that died.
 */
export function placingWrite(
  settings: PlacingWriteSettings,
): StoreWrite<ClaimedPlacing, ShippingOrderReceipt> {
  const { calls, context, waitsMs } = settings;
  return {
    name: 'placing',
    claimedEveryMs: CLAIMED_EVERY_MS,
    recordedEveryMs: RECORDED_EVERY_MS,
    findDueShops: (db, now) => findShopsWithDueShippingOrders(db, now),
    async claim(work, { slots, leaseMs }) {
      const { now } = work;
      const leaseUntil = new Date(now + leaseMs);
      const { due, claims } = await work.transactSql(async (tx) => {
        const picked = await pickDueShippingOrders(tx, slots, now);
        return { due: picked, claims: await claimPlanned(tx, picked, { now, leaseUntil }) };
      });
      const claimOf = new Map(claims.map((claim) => [claim.shippingOrderId, claim]));
      return claimEach(work, due, async (one) => {
        const claim = claimOf.get(one.shippingOrderId);
        return claim ? { ...one, claim } : takeDue(work, one, leaseUntil);
      });
    },
    call({ claim, correlation, shopId }) {
      const { sellerOrderId, payload, callAttempts, known } = claim;
      const maybeActed = known !== 'nothing_done';
      const given = { correlation, sellerOrderId, attemptsMade: callAttempts, maybeActed };
      return calls.send(shopId, placeOrder(payload), { ...given, onAttempt: trackAttempts(context, claim) });
    },
    async record(work, ended) {
      const receipts = ended.flatMap(receiptOf);
      const recorded = await work.transactSql((tx) => recordReceipts(tx, receipts, work.now));
      for (const end of ended) {
        const isPlaced =
          recorded.has(end.write.claim.shippingOrderId) || (await recordEnd(work, end, waitsMs)) === PLACED;
        if (isPlaced) observeEnd(end, work.now);
      }
      return ended.map(() => ({ dueNow: false }));
    },
  };
}

async function takeDue(
  work: WriteWork,
  due: DueShippingOrder,
  leaseUntil: Date,
): Promise<ClaimedPlacing | null> {
  const { shippingOrderId, correlation } = due;
  const { now } = work;
  const taken = await work.transact((tx) =>
    takeShippingOrder(tx, { shippingOrderId, correlation, now }, () => leaseUntil),
  );
  return taken.kind === 'claimed' ? { ...due, claim: taken.claim } : null;
}

function observeEnd({ write: { claim }, outcome }: Ended, now: number): void {
  if (outcome.kind === 'confirmed') observePlaced(claim, { attempts: outcome.attempts, now });
}

function receiptOf({ write: { claim }, outcome }: Ended): ClaimedReceipt[] {
  if (outcome.kind !== 'confirmed') return [];
  const { shippingOrderId, shopId, leaseUntil } = claim;
  const storeOrderId = outcome.receipt.order_id;
  const attemptedAt = latestAttempt(claim) ?? claim.claimedAt;
  return [{ shippingOrderId, shopId, leaseUntil, storeOrderId, attemptedAt }];
}

/** Any other end, one at a time under the order's locks. What failed permanently becomes a dead letter. */
export async function recordEnd(
  work: WriteWork,
  { write, outcome }: Ended,
  waitsMs: readonly number[],
): Promise<Settlement> {
  const { claim, correlation, dueAt } = write;
  const { now } = work;
  const { known, passes, callAttempts } = claim;
  const facts = { known, passes, callAttempts, waitsMs, now };
  // The end of a hold releases all calls at once: the oldest goes first (D23).
  const keepsPlace = outcome.kind === 'held' || outcome.kind === 'unauthorized';
  const ended = {
    claim,
    attemptedAt: latestAttempt(claim),
    decision: decidePlacing(outcome, facts),
    facts,
    correlation,
    place: keepsPlace ? dueAt : null,
  };
  return work.transact(async (tx) => {
    const settlement = await recordPlacing(tx, ended);
    if (settlement.kind === 'reject') {
      const payload = { shippingOrderId: claim.shippingOrderId };
      await enqueueDead(tx, COMMANDS.placeShippingOrder, {
        messages: [{ payload, correlation, reason: settlement.reason }],
        now,
      });
    }
    return settlement;
  });
}
