import type { StopState, Tx } from '@hub/database';
import { lockSellerOrderId } from '../records/lock-seller-order-id';
import { COMMANDS, enqueue } from '@hub/messaging';
import { isIdTaken } from '../placements/order-id-at-shop';
import { resolvePlacingAlerts, settleAsPlaced, wakeStop } from '../placements/placement-placed';
import { decideSettle, type SettleDecision, type ShopWord } from './decide-settle';
import { freeReservations } from './reroute-shipping-order';
import { giveLinesBack } from '../records/order-lines';
import { endUnplaced } from '../records/shipping-order-ends';
import { lockByReference, type LockedShippingOrder } from './support-records';

export type Settling =
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  | { kind: 'settled'; shippingOrderId: string; sellerOrderId: string; shop: string; stopId: string | null };

/**
 * Accepts a shop's statement on what the calls to its store have left open: whether it has a disputed shipping order
 * (D18), and how the stop of one ended (D12). The caller records who reported it.
 * @param said.reference the shipping order's `external_ref`
 * @param said.now milliseconds since the epoch
 */
export async function settleShippingOrder(
  tx: Tx,
  said: { reference: string; word: ShopWord; now: number },
): Promise<Settling> {
  const { reference, word, now } = said;
  if (word.kind === 'has') await lockNamedId(tx, reference, word.storeOrderId);
  const order = await lockByReference(tx, said);
  if (!order) return { kind: 'unknown' };
  const stop = await findStop(tx, order.id, now);
  const { id: shippingOrderId, sellerOrderId, shopId, shopSlug } = order;
  const idTaken =
    word.kind === 'has' && (await isIdTaken(tx, { shopId, orderId: word.storeOrderId, shippingOrderId }));
  const decision = decideSettle({ ...order, stop, idTaken }, word);
  if (decision.kind === 'refused') return decision;
  await carryOut(tx, { order, stop, decision, now });
  return { kind: 'settled', shippingOrderId, sellerOrderId, shop: shopSlug, stopId: stop?.id ?? null };
}

interface FoundStop {
  id: string;
  state: StopState;
  underWay: boolean;
}

/** A cancellation that names the same id at this moment sees it as known or leaves its marker before (D12). */
async function lockNamedId(tx: Tx, reference: string, orderId: string): Promise<void> {
  const found = await tx.shippingOrder.findUnique({
    where: { externalRef: reference },
    select: { shopId: true },
  });
  if (found) await lockSellerOrderId(tx, { shopId: found.shopId, orderId });
}

async function findStop(tx: Tx, shippingOrderId: string, now: number): Promise<FoundStop | null> {
  const stop = await tx.shippingOrderStop.findUnique({
    where: { shippingOrderId },
    select: { id: true, state: true, leaseUntil: true },
  });
  if (!stop) return null;
  const { id, state, leaseUntil } = stop;
  return { id, state, underWay: leaseUntil !== null && leaseUntil.getTime() > now };
}

async function carryOut(
  tx: Tx,
  settled: {
    order: LockedShippingOrder;
    stop: FoundStop | null;
    decision: Exclude<SettleDecision, { kind: 'refused' }>;
    now: number;
  },
): Promise<void> {
  const { order, stop, decision, now } = settled;
  const { id: shippingOrderId, shopId, correlation } = order;
  switch (decision.kind) {
    case 'place':
      return settleAsPlaced(tx, {
        shippingOrderId,
        shopId,
        storeOrderId: decision.storeOrderId,
        correlation,
        now,
      });
    case 'end':
      return end(tx, { order, stop, now });
    case 'end_stop':
      if (!stop) return;
      await tx.shippingOrderStop.update({
        where: { id: stop.id },
        data: { settledAs: decision.as },
        select: { id: true },
      });
      return enqueue(tx, COMMANDS.stopShippingOrder, { payload: { stopId: stop.id }, correlation });
  }
}

/** The shop has nothing of it: its lines wait for a shop again or, if a stop waits for this, stop with it. */
async function end(
  tx: Tx,
  { order, stop, now }: { order: LockedShippingOrder; stop: FoundStop | null; now: number },
): Promise<void> {
  const { id: shippingOrderId, sellerOrderId, correlation } = order;
  await endUnplaced(tx, { shippingOrderId, failure: 'the shop says that it does not have it', now });
  await resolvePlacingAlerts(tx, shippingOrderId);
  if (stop) await wakeStop(tx, { shippingOrderId, correlation, now });
  else {
    await giveLinesBack(tx, shippingOrderId);
    await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  }
  await freeReservations(tx, order);
}
