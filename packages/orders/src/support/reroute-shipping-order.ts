import type { Tx } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { releaseReservations } from '@hub/stock';
import { resolvePlacingAlerts } from '../placements/placement-placed';
import { decideReroute, type RerouteOutcome } from './decide-reroute';
import { excludeShop, giveLinesBack } from '../records/order-lines';
import { endUnplaced } from '../records/shipping-order-ends';
import { lockByReference, type LockedShippingOrder } from './support-records';

export type Rerouting =
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  | {
      kind: 'rerouted';
      shippingOrderId: string;
      sellerOrderId: string;
      shop: string;
      lineItemIds: string[];
      end: RerouteOutcome;
      /** Why the shop does not ship it. */
      lastFailure: string | null;
    };

/**
 * Support gives the lines of a shipping order to another shop (D19): they wait, their present shop is excluded
 * permanently, and routing decides again. What its store refused stays blocked there, what it never received is free
 * (D17). A shop that merely cannot be called now is not excluded: routing chooses it last. The caller records who did
 * it.
 * @param wish.reference the shipping order's `external_ref`
 * @param wish.carryOut false: only reports what would be done
 * @param wish.now milliseconds since the epoch
 */
export async function rerouteShippingOrder(
  tx: Tx,
  wish: { reference: string; now: number; carryOut: boolean },
): Promise<Rerouting> {
  const order = await lockByReference(tx, wish);
  if (!order) return { kind: 'unknown' };
  const decision = decideReroute(order);
  if (decision.kind === 'refused') return decision;
  if (wish.carryOut) await reroute(tx, order, { now: wish.now, end: decision.end });
  return {
    kind: 'rerouted',
    shippingOrderId: order.id,
    sellerOrderId: order.sellerOrderId,
    shop: order.shopSlug,
    lineItemIds: order.lines.map(({ lineItemId }) => lineItemId),
    end: decision.end,
    lastFailure: order.lastFailure,
  };
}

async function reroute(
  tx: Tx,
  order: LockedShippingOrder,
  { now, end }: { now: number; end: RerouteOutcome },
): Promise<void> {
  const { id: shippingOrderId, sellerOrderId, correlation } = order;
  if (end !== 'refused') await endUnplaced(tx, { shippingOrderId, failure: null, now });
  if (end !== 'unreachable') await excludeShop(tx, order);
  await giveLinesBack(tx, shippingOrderId);
  await resolvePlacingAlerts(tx, shippingOrderId);
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  if (end !== 'refused') await freeReservations(tx, order);
}

/** What is reserved there is free again, and serves lines that wait for it. Locks variants: after all of the order. */
export async function freeReservations(
  tx: Tx,
  order: Pick<LockedShippingOrder, 'lines' | 'correlation'>,
): Promise<void> {
  const freed = await releaseReservations(
    tx,
    order.lines.map(({ id }) => id),
  );
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: freed.map((gtin) => ({ gtin })),
    correlation: order.correlation,
  });
}
