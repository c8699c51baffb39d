import { randomUUID } from 'node:crypto';
import type { FulfillmentShipped } from '@hub/contract';
import type { Tx } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { COMMANDS, enqueueAll, type EventInput } from '@hub/messaging';
import { placingSubject, settleAsPlaced } from '@hub/orders/placements';
import { countPackaged } from '@hub/orders/records';
import { markLinesPackaged } from '@hub/stock';
import type { PackedLine } from './decide-package';
import { packageReference } from './package-reference';
import type { LockedShippingOrder } from './shipping-order-facts';

/** A package and its shipping order, locked. */
interface ShippedPackage {
  order: LockedShippingOrder;
  event: EventInput<FulfillmentShipped>;
}

/** Stores a package: its pieces count for the lines, a complete line is shipped, and its tracking is due. */
export async function storePackage(
  tx: Tx,
  { order, event, lines }: ShippedPackage & { lines: readonly PackedLine[] },
): Promise<void> {
  const { data, correlation, now } = event;
  const id = randomUUID();
  await tx.package.create({
    data: {
      id,
      shippingOrderId: order.id,
      packageId: data.package_id,
      reference: packageReference({ orderReference: data.external_ref, packageId: data.package_id }),
      carrier: data.carrier,
      trackingNumber: data.tracking_number,
      trackingUrl: data.tracking_url ?? null,
      shippedAt: data.shipped_at,
      calledShopId: order.sellingShopId,
      nextAttemptAt: new Date(now),
      outcomeUnknown: false,
      correlation,
    },
  });
  await tx.packageLine.createMany({
    data: lines.map(({ lineId, quantity }) => ({ packageId: id, shippingOrderLineId: lineId, quantity })),
  });
  await countPackaged(tx, lines);
  await followReservations(tx, { event, lines });
}

/** D17. Stock that this frees is published once waiting lines are served (D16). */
async function followReservations(
  tx: Tx,
  { event, lines }: { event: ShippedPackage['event']; lines: readonly PackedLine[] },
): Promise<void> {
  const freed = await markLinesPackaged(tx, {
    shippingOrderLineIds: lines.map(({ lineId }) => lineId),
    atNs: event.data.shipped_at,
  });
  await recalculate(tx, freed, event);
}

async function recalculate(
  tx: Tx,
  articles: readonly string[],
  { correlation }: ShippedPackage['event'],
): Promise<void> {
  const payloads = articles.map((gtin) => ({ gtin }));
  await enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation });
}

/** D11: a package replaces the missing receipt of `POST /orders`; it supplies the `order_id`. */
export async function settlePlacement(tx: Tx, { order, event }: ShippedPackage): Promise<void> {
  const { shopId, data, correlation, now } = event;
  await settleAsPlaced(tx, {
    shippingOrderId: order.id,
    shopId,
    storeOrderId: data.order_id,
    correlation,
    now,
  });
}

/**
 * D12: the shop has shipped what was to be stopped. The stop's row is cancellation's: the command makes it check the
 * stop again, find the package and end the stop as already shipped.
 */
export async function describeStop(tx: Tx, { order, event }: ShippedPackage): Promise<void> {
  const stops = await tx.shippingOrderStop.findMany({
    where: { shippingOrderId: order.id },
    select: { id: true },
  });
  const payloads = stops.map(({ id }) => ({ stopId: id }));
  await enqueueAll(tx, COMMANDS.stopShippingOrder, { payloads, correlation: event.correlation });
}

/** D9: a parcel of an ended shipping order is on its way; with carrier and number support can intercept it. */
export async function alertUnwantedPackage(tx: Tx, { order, event }: ShippedPackage): Promise<void> {
  const { data, shopId } = event;
  await raiseAlert(tx, {
    kind: 'package_for_stopped_order',
    subject: `${placingSubject(order.id)}/package:${data.package_id}`,
    shopId,
    sellerOrderId: order.sellerOrderId,
    message:
      order.state === 'placed'
        ? "A parcel is on its way for pieces that its shop was not to ship any more. The shop's report was refused."
        : `A parcel is on its way for a shipping order that is ${order.state}. The shop's report was refused.`,
    detail: {
      shippingOrder: data.external_ref,
      orderId: data.order_id,
      packageId: data.package_id,
      carrier: data.carrier,
      trackingNumber: data.tracking_number,
    },
  });
}
