import type { OrderTimeline } from '../../orders/order-timeline';
import { time } from '../fields';

export type OrderDescription = ReturnType<typeof describeOrder>;

/** `hub order show --json`: an order in the field names of the contract. */
export function describeOrder(order: OrderTimeline) {
  return {
    shop: order.shop,
    order_id: order.orderId,
    order_number: order.orderNumber,
    state: order.state,
    /** Its overall state. */
    headline: order.headline,
    held_reason: order.heldReason,
    mode: order.mode,
    currency: order.currency,
    destination_country: order.destinationCountry,
    placed_at: order.placedAt,
    received_at: time(order.receivedAt),
    lines: order.lines.map((line) => ({
      line_item_id: line.lineItemId,
      variant_id: line.variantId,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      state: line.state,
      waiting_reason: line.waitingReason,
      excluded_shops: line.excludedShops.map(({ shop }) => shop),
    })),
    decisions: order.decisions.map((decision) => ({
      decided_at: time(decision.decidedAt),
      policy_version: decision.policyVersion,
      detail: decision.detail,
    })),
    /** Decisions whose reasons are no longer kept: the time of their first shipping order. */
    former_decisions: order.formerDecisions.map(({ decidedAt }) => ({ decided_at: time(decidedAt) })),
    shipping_orders: order.shippingOrders.map(describeShippingOrder),
    cancellations: order.cancellations.map((cancellation) => ({
      kind: cancellation.kind,
      requested_by: cancellation.requestedBy,
      state: cancellation.state,
      requested_at: time(cancellation.requestedAt),
      finished_at: time(cancellation.finishedAt),
      stops: cancellation.stops.map((stop) => ({ state: stop.state, last_failure: stop.lastFailure })),
    })),
    returns: order.returns.map((goods) => ({
      id: goods.id,
      reported_by: goods.reportedBy,
      side: goods.side,
      state: goods.state,
      return_id: goods.storeReturnId,
      last_failure: goods.lastFailure,
      lines: goods.lines.map((line) => ({ line_item_id: line.lineItemId, quantity: line.quantity })),
    })),
    calls: order.calls.map((call) => ({
      at: time(call.at),
      shop: call.shop,
      request: `${call.method} ${call.path}`,
      outcome: call.outcome,
      status: call.status,
      code: call.code,
      attempts: call.attempts,
      duration_ms: call.durationMs,
    })),
    alerts: order.alerts.map((alert) => ({
      kind: alert.kind,
      state: alert.state,
      message: alert.message,
      count: alert.count,
      first_at: time(alert.firstAt),
    })),
  };
}

function describeShippingOrder(shipping: OrderTimeline['shippingOrders'][number]) {
  return {
    shop: shipping.shop,
    external_ref: shipping.externalRef,
    order_id: shipping.storeOrderId,
    state: shipping.state,
    request: shipping.request,
    placed_at: time(shipping.placedAt),
    last_failure: shipping.lastFailure,
    next_attempt_at: time(shipping.nextAttemptAt),
    lines: shipping.lines.map((line) => ({
      external_ref: line.externalRef,
      line_item_id: line.lineItemId,
      variant_id: line.variantId,
      quantity: line.quantity,
      packaged: line.packaged,
      unit_price: line.unitPrice,
      calculation: line.calculation,
    })),
    packages: shipping.packages.map((parcel) => ({
      package_id: parcel.packageId,
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      shipped_at: parcel.shippedAt,
      tracking: parcel.tracking,
      tracking_delivered_at: time(parcel.deliveredAt),
      last_failure: parcel.lastFailure,
      corrections: parcel.corrections.map((correction) => ({
        reference: correction.reference,
        carrier: correction.carrier,
        tracking_number: correction.trackingNumber,
        tracking_url: correction.trackingUrl,
        corrected_by: correction.correctedBy,
        corrected_at: time(correction.correctedAt),
        tracking: correction.tracking,
        tracking_delivered_at: time(correction.deliveredAt),
        last_failure: correction.lastFailure,
      })),
    })),
  };
}
