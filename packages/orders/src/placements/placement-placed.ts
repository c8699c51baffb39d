import { rows, type Tx } from '@hub/database';
import { resolveAlert } from '@hub/alerts';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { markPlaced } from '@hub/stock';
import { z } from 'zod';
import { statesBefore } from '../states/shipping-order-states';
import { placingSubject } from './alert-disputed';

/** A shipping order that its store has, whatever the evidence: a receipt, a package, a return, or support (D11, D18). */
export interface PlacedShippingOrder {
  shippingOrderId: string;
  shopId: number;
  storeOrderId: string;
  correlation: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** When the attempt began that brought the receipt (ns); null: there is other evidence than a receipt (D17). */
  attemptedAtNs?: bigint;
}

const Woken = z.object({ id: z.string() });

/** Closed once a shipping order is placed. */
export const PLACING_ALERTS = [
  'placing_failed',
  'placing_refused',
  'placing_disputed',
  'placing_overdue',
] as const;

/**
 * `showPlaced`, `showRefusedPlaced`, `confirmPlaced`: records that the store has a shipping order, and under which id,
 * and triggers what waited for that. The caller holds its lock and that of the id (`lockSellerOrderId`), and has
 * checked that the shop uses the id for no other and that nothing of it has ended.
 */
export async function settleAsPlaced(tx: Tx, placed: PlacedShippingOrder): Promise<void> {
  const { shippingOrderId, storeOrderId, now } = placed;
  const placedNow = await tx.$executeRaw`
    UPDATE shipping_order
    SET state = 'placed', store_order_id = ${storeOrderId}, placed_at = coalesce(placed_at, ${new Date(now)}),
      lease_until = NULL, next_attempt_at = NULL, last_failure = NULL, failed_at = NULL, ended_at = NULL
    WHERE id = ${shippingOrderId}::uuid
      AND state = ANY (${statesBefore('showPlaced', 'showRefusedPlaced', 'confirmPlaced')}::shipping_order_state[])`;
  if (placedNow === 0) throw new Error('a shipping order is placed and its state has no way there');
  await followPlaced(tx, placed);
}

/**
 * What follows once a shipping order is placed: its alerts close, a stop that waited for the outcome continues (D21),
 * and stock that its shop had already reported for it is no longer held for it (D17). Locks variants.
 */
export async function followPlaced(tx: Tx, placed: PlacedShippingOrder): Promise<void> {
  const { shippingOrderId, attemptedAtNs, correlation } = placed;
  await resolvePlacingAlerts(tx, shippingOrderId);
  await wakeStop(tx, placed);
  await applyMarker(tx, placed);
  const attempt = attemptedAtNs === undefined ? {} : { attemptedAtNs };
  const freed = await markPlaced(tx, { shippingOrderId, ...attempt });
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: freed.map((gtin) => ({ gtin })),
    correlation,
  });
}

/**
 * Its shop may have reported before that it cannot ship the order of this id, when its owner was unknown (D12): that
 * counts now. The caller has locked the id (`lockSellerOrderId`), so that none is overlooked.
 */
async function applyMarker(
  tx: Tx,
  { shippingOrderId, shopId, storeOrderId, correlation }: PlacedShippingOrder,
): Promise<void> {
  const markers = await tx.cancellationMarker.count({ where: { shopId, orderId: storeOrderId } });
  if (markers > 0) await enqueue(tx, COMMANDS.cannotShip, { payload: { shippingOrderId }, correlation });
}

/** Every alert about placing it is settled. */
export async function resolvePlacingAlerts(tx: Tx, shippingOrderId: string): Promise<void> {
  for (const kind of PLACING_ALERTS) await resolveAlert(tx, kind, placingSubject(shippingOrderId));
}

/** The outcome is known: a stop that waited for it (D21) continues. */
export async function wakeStop(
  tx: Tx,
  stop: { shippingOrderId: string; correlation: string; now: number },
): Promise<void> {
  const woken = await rows(
    Woken,
    tx.$queryRaw`
    UPDATE shipping_order_stop SET state = 'due', next_attempt_at = ${new Date(stop.now)}
    WHERE shipping_order_id = ${stop.shippingOrderId}::uuid AND state = 'settling'
    RETURNING id`,
  );
  await enqueueAll(tx, COMMANDS.stopShippingOrder, {
    payloads: woken.map(({ id }) => ({ stopId: id })),
    correlation: stop.correlation,
  });
}
