import type { OrderCreated } from '@hub/contract';
import type { AlertReport } from '@hub/alerts';
import type { ChangedOrder, HeldReason, IntakeDecision, SkippedOrder } from '@hub/orders/intake';

type Accepted = Extract<IntakeDecision, { kind: 'accepted' }>;

const HELD_MESSAGE: Record<HeldReason, string> = {
  cancelled_before_arrival: 'A cancellation of this order came before the order: it is held and not routed.',
  old_order: 'This order was placed more than 30 days before it was received: it is held and not routed.',
};

/** What support should know about an accepted order. */
export function intakeAlerts(order: { id: string; shopId: number }, decision: Accepted): AlertReport[] {
  const of = { subject: `order:${order.id}`, shopId: order.shopId, sellerOrderId: order.id };
  const alerts: AlertReport[] = [];
  if (decision.mismatches.length > 0)
    alerts.push({
      ...of,
      kind: 'order_cross_check',
      message: 'Lines say another barcode or sku than their variants have: the variants count.',
      detail: { mismatches: decision.mismatches },
    });
  if (decision.strayLines.length > 0)
    alerts.push({
      ...of,
      kind: 'unknown_line_location',
      message:
        "Lines stand at a location that is not on the shop's sheet: nothing of them goes to the network.",
      detail: { lines: decision.strayLines },
    });
  if (decision.dryRunSales.length > 0)
    alerts.push({
      ...of,
      kind: 'dry_run_sale',
      message: 'A shop in dry run sold through the network what is no test variant: no shop ships it.',
      detail: { lineItemIds: decision.dryRunSales },
    });
  if (decision.heldBecause !== null)
    alerts.push({
      ...of,
      kind: 'order_held',
      message: HELD_MESSAGE[decision.heldBecause],
      detail: { reason: decision.heldBecause },
    });
  return alerts;
}

/** A paid order is refused for its size (D9): its customer waits for goods that no shop will send. */
export function tooManyLinesAlert({
  shopId,
  data: order,
}: {
  shopId: number;
  data: OrderCreated;
}): AlertReport {
  return {
    kind: 'order_too_large',
    subject: `shop:${shopId}/order:${order.order_id}`,
    shopId,
    message: 'A paid order was refused: it holds more network lines than one order may.',
    detail: { orderId: order.order_id, lines: order.line_items.length },
  };
}

/** D31: the stored order stays as it is, and its shop does not know. Raised once for an order. */
export function changedAlert({ id, shopId, orderId }: ChangedOrder): AlertReport {
  return {
    kind: 'order_changed',
    subject: `order:${id}`,
    shopId,
    sellerOrderId: id,
    message:
      'A shop sent an order again with other lines, amounts or another address. The order stays as it was first received.',
    detail: { orderId },
  };
}

/** D38: a paid sale may be lost, because it was taken for an order of the hub. */
export function skippedUnknownAlert({ shopId, eventId, orderId, externalRef }: SkippedOrder): AlertReport {
  return {
    kind: 'skipped_unknown',
    subject: `shop:${shopId}/${orderId === null ? `event:${eventId}` : `order:${orderId}`}`,
    shopId,
    message:
      externalRef === null
        ? 'An order was skipped for the tag hub_ship, and is no shipping order of this shop. A paid sale may be lost.'
        : 'An order was skipped for a hub_external_ref that the hub never issued. A paid sale may be lost.',
    detail: { orderId, eventId },
  };
}
