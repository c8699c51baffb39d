import type { Tx } from '@hub/database';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import { alertDisputed, resolvePlacingAlerts } from '@hub/orders/placements';
import type { CancellationFacts, OrderFacts, ShippingOrderFacts, StopFacts } from './order-facts';

const cancellationSubject = (id: string) => `cancellation:${id}`;
const restoredSubject = (sellerOrderId: string) => `restored:${sellerOrderId}`;
const stopSubject = (id: string) => `stop:${id}`;

/** The store will not stop the shipping order, or has not confirmed it validly: support must ask there (D23). */
export async function alertNotStopped(
  tx: Tx,
  of: { order: OrderFacts; shippingOrder: ShippingOrderFacts; stop: StopFacts },
  problem: { reason: string; triedAgain: boolean },
): Promise<void> {
  const { order, shippingOrder, stop } = of;
  await raiseAlert(tx, {
    kind: 'cancellation_refused',
    subject: stopSubject(stop.id),
    shopId: shippingOrder.shopId,
    sellerOrderId: order.id,
    message: problem.triedAgain
      ? 'The shipping shop has not confirmed that it stopped a shipping order; it is asked again, and the goods may leave meanwhile.'
      : 'A shipping order is not stopped, for its shop refuses the call or may not be called: ask the shop to stop it.',
    detail: {
      reason: problem.reason,
      external_ref: shippingOrder.externalRef,
      store_order_id: shippingOrder.storeOrderId,
    },
  });
}

export async function resolveNotStopped(tx: Tx, stop: StopFacts): Promise<void> {
  await resolveAlert(tx, 'cancellation_refused', stopSubject(stop.id));
}

/** A shop had shipped: the order stands (D12). */
export async function alertOverruled(
  tx: Tx,
  of: { order: OrderFacts; cancellation: CancellationFacts },
  reopenedLines: number,
): Promise<void> {
  const { order, cancellation } = of;
  const shipped = order.shippingOrders.filter(({ stop }) => stop?.state === 'already_shipped');
  await raiseAlert(tx, {
    kind: 'cancellation_overruled',
    subject: cancellationSubject(cancellation.id),
    shopId: cancellation.requestedBy,
    sellerOrderId: order.id,
    message:
      cancellation.kind === 'whole_order'
        ? 'An order was to be cancelled while a shop had shipped already: it stands, and lines stopped elsewhere are routed again.'
        : 'A shop that could not ship a shipping order has shipped it after all: nothing is routed again.',
    detail: { shipped: shipped.map(({ externalRef }) => externalRef), reopened_lines: reopenedLines },
  });
}

/** A shop says that it cannot ship what it has shipped: nothing is routed again, and support is notified (D12). */
export async function alertShippedAfterAll(
  tx: Tx,
  of: { order: OrderFacts; shippingOrder: ShippingOrderFacts },
): Promise<void> {
  const { order, shippingOrder } = of;
  await raiseAlert(tx, {
    kind: 'cancellation_overruled',
    subject: `shipping_order:${shippingOrder.id}`,
    shopId: shippingOrder.shopId,
    sellerOrderId: order.id,
    message: 'A shop says that it cannot ship a shipping order that it has shipped: nothing is routed again.',
    detail: { shipped: [shippingOrder.externalRef] },
  });
}

/** The shop saw only `503` (D12). */
export async function alertUnanswered(
  tx: Tx,
  of: { order: OrderFacts; cancellation: CancellationFacts },
  outcome: 'stopped' | 'order_already_shipped',
): Promise<void> {
  const { order, cancellation } = of;
  await raiseAlert(tx, {
    kind: 'cancellation_unanswered',
    subject: cancellationSubject(cancellation.id),
    shopId: cancellation.requestedBy,
    sellerOrderId: order.id,
    message: 'A cancellation has ended with no caller waiting for its answer: the shop saw only 503.',
    detail: { outcome },
  });
}

/**
 * It cannot be answered until a restored database is reconciled, which may be after its shop has stopped resending;
 * nothing stops the order then.
 */
export async function alertWaitsForRestore(
  tx: Tx,
  of: { sellerOrderId: string; shopId: number },
): Promise<void> {
  await raiseAlert(tx, {
    kind: 'cancellation_unanswered',
    subject: restoredSubject(of.sellerOrderId),
    shopId: of.shopId,
    sellerOrderId: of.sellerOrderId,
    message:
      'An order is to be cancelled, and a shop may have it of which a restored database knows nothing: it is not stopped until its shop asks again.',
    detail: { outcome: 'not_decided' },
  });
}

/** A restored database is reconciled, and the shop has resent the event. */
export async function resolveWaitsForRestore(tx: Tx, sellerOrderId: string): Promise<void> {
  await resolveAlert(tx, 'cancellation_unanswered', restoredSubject(sellerOrderId));
}

/** The shop has the answer by now. */
export async function resolveUnanswered(tx: Tx, cancellationIds: readonly string[]): Promise<void> {
  for (const id of cancellationIds)
    await resolveAlert(tx, 'cancellation_unanswered', cancellationSubject(id));
}

/** A stopped shipping order no longer needs placing. */
export async function resolvePlacing(tx: Tx, shippingOrderIds: readonly string[]): Promise<void> {
  for (const id of shippingOrderIds) await resolvePlacingAlerts(tx, id);
}

/** Only support can find out whether its shop has the shipping order; `cancelled`: the shop must also stop it (D18). */
export async function alertDisputedOf(
  tx: Tx,
  of: { sellerOrderId: string; shippingOrder: ShippingOrderFacts; cancelled: boolean },
): Promise<void> {
  const { sellerOrderId, cancelled, shippingOrder } = of;
  const { id: shippingOrderId, shopId, externalRef } = shippingOrder;
  await alertDisputed(tx, { shippingOrderId, shopId, sellerOrderId, externalRef, failure: null, cancelled });
}

/** A held order that is stopped needs no decision. */
export async function resolveHeld(tx: Tx, order: OrderFacts): Promise<void> {
  if (order.state === 'held') await resolveAlert(tx, 'order_held', `order:${order.id}`);
}
