import { Instant, instantToIso } from '@hub/contract';
import type { Database } from '@hub/database';
import { time } from '../output';

export type OrderDescription = Awaited<ReturnType<typeof describeOrder>>;

/** All that is known of an order, without the customer's personal data (D29). */
export async function describeOrder(db: Database, id: string) {
  const order = await db.sellerOrder.findUniqueOrThrow({
    where: { id },
    include: {
      lines: { orderBy: { position: 'asc' } },
      decisions: { orderBy: { decidedAt: 'asc' } },
      shippingOrders: {
        orderBy: { createdAt: 'asc' },
        include: {
          lines: { orderBy: { position: 'asc' } },
          packages: { orderBy: { createdAt: 'asc' }, include: { lines: true } },
        },
      },
    },
  });
  const [shops, returns, cancellations, calls, alerts] = await Promise.all([
    db.shop.findMany({ select: { id: true, slug: true } }),
    db.return.findMany({
      where: { sellerOrderId: id },
      include: { lines: true },
      orderBy: { createdAt: 'asc' },
    }),
    db.cancellation.findMany({
      where: { sellerOrderId: id },
      include: { stops: true },
      orderBy: { requestedAt: 'asc' },
    }),
    db.storeCall.findMany({ where: { sellerOrderId: id }, orderBy: { id: 'asc' }, take: 200 }),
    db.alert.findMany({ where: { sellerOrderId: id }, orderBy: { firstAt: 'asc' } }),
  ]);
  const slugs = new Map(shops.map((shop) => [shop.id, shop.slug]));
  const slugOf = (shopId: number) => slugs.get(shopId) ?? String(shopId);
  const lineItems = new Map(order.lines.map((line) => [line.id, line.lineItemId]));
  return {
    shop: slugOf(order.shopId),
    order_id: order.orderId,
    order_number: order.orderNumber,
    state: order.state,
    held_reason: order.heldReason,
    mode: order.mode,
    currency: order.currency,
    destination_country: order.destinationCountry,
    placed_at: iso(order.placedAt),
    received_at: time(order.receivedAt),
    lines: order.lines.map((line) => ({
      line_item_id: line.lineItemId,
      variant_id: line.variantId,
      quantity: line.quantity,
      unit_price: line.unitPrice.toFixed(),
      state: line.state,
      waiting_reason: line.waitingReason,
      excluded_shops: line.excludedShops.map(slugOf),
    })),
    decisions: order.decisions.map((decision) => ({
      decided_at: time(decision.decidedAt),
      policy_version: decision.policyVersion,
      detail: decision.detail,
    })),
    shipping_orders: order.shippingOrders.map((shipping) => ({
      shop: slugOf(shipping.shopId),
      external_ref: shipping.externalRef,
      order_id: shipping.storeOrderId,
      state: shipping.state,
      placed_at: time(shipping.placedAt),
      last_failure: shipping.lastFailure,
      next_attempt_at: time(shipping.nextAttemptAt),
      lines: shipping.lines.map((line) => ({
        external_ref: line.externalRef,
        line_item_id: lineItems.get(line.orderLineId) ?? null,
        variant_id: line.variantId,
        quantity: line.quantity,
        packaged: line.packaged,
        unit_price: line.unitPrice.toFixed(),
        calculation: line.calculation,
      })),
      packages: shipping.packages.map((parcel) => ({
        package_id: parcel.packageId,
        carrier: parcel.carrier,
        tracking_number: parcel.trackingNumber,
        shipped_at: iso(parcel.shippedAt),
        tracking: parcel.state,
        tracking_delivered_at: time(parcel.deliveredAt),
        last_failure: parcel.lastFailure,
      })),
    })),
    cancellations: cancellations.map((cancellation) => ({
      kind: cancellation.kind,
      requested_by: slugOf(cancellation.requestedBy),
      state: cancellation.state,
      requested_at: time(cancellation.requestedAt),
      finished_at: time(cancellation.finishedAt),
      stops: cancellation.stops.map((stop) => ({ state: stop.state, last_failure: stop.lastFailure })),
    })),
    returns: returns.map((goods) => ({
      reported_by: slugOf(goods.shopId),
      side: goods.side,
      state: goods.state,
      return_id: goods.storeReturnId,
      last_failure: goods.lastFailure,
      lines: goods.lines.map((line) => ({
        line_item_id: lineItems.get(line.orderLineId) ?? null,
        quantity: line.quantity,
      })),
    })),
    calls: calls.map((call) => ({
      at: time(call.at),
      shop: slugOf(call.shopId),
      request: `${call.method} ${call.path}`,
      outcome: call.outcome,
      status: call.status,
      code: call.code,
      attempts: call.attempts,
      duration_ms: call.durationMs,
    })),
    alerts: alerts.map((alert) => ({
      kind: alert.kind,
      state: alert.state,
      message: alert.message,
      count: alert.count,
      first_at: time(alert.firstAt),
    })),
  };
}

function iso(nanoseconds: bigint): string {
  const ms = new Date(Number(nanoseconds / 1_000_000n)).toISOString();
  return instantToIso(Instant.parse(ms));
}
