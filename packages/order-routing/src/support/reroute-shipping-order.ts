import { resolveAlert, type Tx } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { releaseReservations } from '@hub/stock';
import { decideReroute } from './decide-reroute';
import {
  endUnsent,
  giveLinesBack,
  lockByReference,
  recordAction,
  type LockedShippingOrder,
} from './support-records';

export type Rerouting =
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  /** `lastFailure`: why the shop does not ship it. */
  | { kind: 'rerouted'; shop: string; lineItemIds: string[]; lastFailure: string | null };

/**
 * Support gives the lines of a shipping order to another shop than its own (D19): they wait, that shop is left out for
 * good, and routing is asked to decide anew. What its store refused stays blocked there, what it never got is free (D17).
 * @param wish.reference the shipping order's `external_ref`
 * @param wish.carryOut false: only says what would be done
 * @param wish.now milliseconds since the epoch
 */
export async function rerouteShippingOrder(
  tx: Tx,
  wish: { reference: string; actor: string; now: number; carryOut: boolean },
): Promise<Rerouting> {
  const order = await lockByReference(tx, wish.reference);
  if (!order) return { kind: 'unknown' };
  const decision = decideReroute(order);
  if (decision.kind === 'refused') return decision;
  if (wish.carryOut) await reroute(tx, order, { ...wish, neverSent: decision.neverSent });
  return {
    kind: 'rerouted',
    shop: order.shopSlug,
    lineItemIds: order.lines.map(({ lineItemId }) => lineItemId),
    lastFailure: order.lastFailure,
  };
}

async function reroute(
  tx: Tx,
  order: LockedShippingOrder,
  given: { reference: string; actor: string; now: number; neverSent: boolean },
): Promise<void> {
  const { sellerOrderId, correlation } = order;
  if (given.neverSent) await endUnsent(tx, order.id, given.now);
  await giveLinesBack(tx, order);
  for (const kind of ['placing_refused', 'placing_failed'] as const)
    await resolveAlert(tx, kind, `shipping_order:${order.id}`);
  await recordAction(tx, {
    actor: given.actor,
    action: 'order.reroute',
    sellerOrderId,
    detail: { reference: given.reference, shop: order.shopSlug },
  });
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  if (!given.neverSent) return;
  const freed = await releaseReservations(
    tx,
    order.lines.map(({ id }) => id),
  );
  await enqueueAll(tx, COMMANDS.serveWaitingLines, {
    payloads: freed.map((gtin) => ({ gtin })),
    correlation,
  });
}
