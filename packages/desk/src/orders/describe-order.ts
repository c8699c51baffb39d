import { toShipBy } from '@hub/orders/placements';
import { DecisionDetail } from '@hub/orders/routing';
import { hasItsLines, openPieces } from '@hub/orders/states';
import { decideTakeBack, whyAddressIsFixed } from '@hub/orders/support';
import { describeDecisionLines, type ShopOfOrder } from './describe-decision-lines';
import { formerDecisions } from './former-decisions';
import { whyHeld, whyWaiting } from '../words/reason-texts';
import { describeShippingOrder, iso, type Names } from './describe-shipping-order';
import type { OrderRows } from './order-records';

export type DescribedOrder = ReturnType<typeof describeOrder>;
export type DescribedShippingOrder = DescribedOrder['shippingOrders'][number];

/**
 * Rows of an order as support reads them: shops by slug and name, codes beside their labels, no personal data (D29).
 */
export function describeOrder(rows: OrderRows) {
  const { order } = rows;
  const shops = new Map(rows.shops.map((shop) => [shop.id, shop]));
  const names: Names = {
    slugOf: (shopId) => shops.get(shopId)?.slug ?? String(shopId),
    nameOf: (shopId) => shops.get(shopId)?.name ?? String(shopId),
    reachabilityOf: (shopId) => shops.get(shopId)?.shopIs ?? 'switched_off',
    shipByOf: (shipping) => {
      const shop = shops.get(shipping.shopId);
      return shop ? toShipBy(shipping, shop) : null;
    },
    heldBecause: (shopId) => shops.get(shopId)?.heldBecause ?? null,
    lineItems: new Map(order.lines.map((line) => [line.id, line.lineItemId])),
    shippingOrders: new Map(order.shippingOrders.map((shipping) => [shipping.id, shipping.externalRef])),
  };
  const { slugOf, nameOf } = names;
  const shopOf = (shopId: number): ShopOfOrder => ({ shop: slugOf(shopId), shopName: nameOf(shopId) });
  return {
    id: order.id,
    ...shopOf(order.shopId),
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    state: order.state,
    /** Its overall state. */
    headline: rows.headline,
    heldReason: order.heldReason,
    heldBecause: order.heldReason && whyHeld(order.heldReason),
    mode: order.mode,
    currency: order.currency,
    destinationCountry: order.destinationCountry,
    shippingCost: order.shippingCost.toFixed(),
    totalDiscounts: order.totalDiscounts.toFixed(),
    totalPrice: order.totalPrice?.toFixed() ?? null,
    /** Prices less discounts, with shipping. */
    workedOutTotal: workedOutTotal(order),
    /** ISO 8601, as the shop said. */
    placedAt: iso(order.placedAt),
    receivedAt: order.receivedAt,
    /** When its personal data was blanked (D30). */
    blankedAt: order.blankedAt,
    correlation: order.correlation,
    lines: order.lines.map((line) => ({
      id: line.id,
      lineItemId: line.lineItemId,
      variantId: line.variantId,
      /** As the shop gave it, otherwise from its catalogue. */
      title: line.title ?? rows.titles.get(line.variantId) ?? null,
      quantity: line.quantity,
      unitPrice: line.unitPrice.toFixed(),
      state: line.state,
      waitingReason: line.waitingReason,
      waitsBecause: line.waitingReason && whyWaiting(line.waitingReason),
      excludedShops: line.excludedShops.map(shopOf),
      closedAt: line.closedAt,
    })),
    /** Of each of its shops by slug, as their sheets have them. */
    mailAddresses: Object.fromEntries(
      [...rows.mailAddresses].map(([shopId, addresses]) => [slugOf(shopId), addresses]),
    ),
    /** Why its address cannot be corrected, by the rule that decides it again when a new one is given; null: it can. */
    addressIsFixed: whyAddressIsFixed({ ...order, blanked: order.blankedAt !== null }),
    decisions: order.decisions.map((decision) => describeDecision(decision, shopOf)),
    /** Decisions of which no details are kept any more. */
    formerDecisions: formerDecisions(order, order.decisions, order.shippingOrders),
    shippingOrders: order.shippingOrders.map((shipping) => ({
      ...describeShippingOrder(shipping, names),
      /** Lines that were re-routed or stopped are no longer its own. */
      holdsItsLines: hasItsLines(order, shipping),
      /** Pieces in no package, of lines that are still its own. */
      openPieces: openPieces(order, shipping),
      mayTakeBack: mayTakeBack(rows, shipping),
    })),
    cancellations: describeCancellations(rows, names),
    returns: describeReturns(rows, names),
    calls: rows.calls.map(({ shopId, sellerOrderId: _order, attemptLog: _log, ...call }) => ({
      ...call,
      id: String(call.id),
      ...shopOf(shopId),
    })),
    events: rows.events.map(({ shopId, bodySha256: _body, ...event }) => ({
      ...event,
      ...shopOf(shopId),
    })),
    alerts: rows.alerts.map((alert) => ({
      id: alert.id,
      kind: alert.kind,
      shop: alert.shopId === null ? null : slugOf(alert.shopId),
      message: alert.message,
      detail: alert.detail,
      state: alert.state,
      count: alert.count,
      firstAt: alert.firstAt,
      lastAt: alert.lastAt,
      takenBy: alert.takenBy,
      resolvedAt: alert.resolvedAt,
    })),
    deadLetters: rows.deadLetters.map(({ shopId, ...failedMessage }) => ({
      ...failedMessage,
      shop: shopId === null ? null : slugOf(shopId),
    })),
    actions: rows.actions.map((action) => ({ ...action, id: String(action.id) })),
  };
}

/** By the rule that decides it again under the lock, when a lead takes the shipping order back (D38). */
function mayTakeBack(
  { order, cancellations, returns }: OrderRows,
  shipping: OrderRows['order']['shippingOrders'][number],
): boolean {
  const stops = cancellations.flatMap(({ takenBack, stops: asked }) =>
    asked.map(({ shippingOrderId, state }) => ({ shippingOrderId, takenBack, state })),
  );
  const { kind } = decideTakeBack({
    orderState: order.state,
    state: shipping.state,
    hasPackage: shipping.packages.length > 0,
    returned: returns.some(
      ({ shippingOrderId, side }) => shippingOrderId === shipping.id && side === 'shipping',
    ),
    holdsItsLines: hasItsLines(order, shipping),
    stop: stops.find(({ shippingOrderId }) => shippingOrderId === shipping.id) ?? null,
  });
  return kind === 'begin' || kind === 'again';
}

function workedOutTotal({ lines, totalDiscounts, shippingCost }: OrderRows['order']): string {
  return lines
    .reduce(
      (sum, { unitPrice, quantity }) => sum.plus(unitPrice.times(quantity)),
      shippingCost.minus(totalDiscounts),
    )
    .toFixed();
}

/** Why each line went to its shop (D19). */
function describeDecision(
  { id, decidedAt, policyVersion, detail }: OrderRows['order']['decisions'][number],
  shopOf: (shopId: number) => ShopOfOrder,
) {
  const read = DecisionDetail.safeParse(detail);
  return {
    id,
    decidedAt,
    policyVersion,
    criteria: read.success ? read.data.policy.criteria : null,
    /** As stored, with the figures of the policy. */
    detail,
    lines: describeDecisionLines(read.success ? read.data.lines : [], shopOf),
  };
}

/** Without the reason, which is free text (D30). */
function describeCancellations({ cancellations }: OrderRows, { slugOf, nameOf, shippingOrders }: Names) {
  return cancellations.map((cancellation) => ({
    id: cancellation.id,
    /** Of the event that asked for it. */
    eventId: cancellation.eventId,
    kind: cancellation.takenBack ? ('taken_back' as const) : cancellation.kind,
    requestedBy: slugOf(cancellation.requestedBy),
    requestedByName: nameOf(cancellation.requestedBy),
    state: cancellation.state,
    requestedAt: cancellation.requestedAt,
    finishedAt: cancellation.finishedAt,
    stops: cancellation.stops.map((stop) => ({
      id: stop.id,
      shippingOrder: shippingOrders.get(stop.shippingOrderId) ?? stop.shippingOrderId,
      reference: stop.reference,
      state: stop.state,
      attempts: stop.attempts,
      nextAttemptAt: stop.nextAttemptAt,
      lastFailure: stop.lastFailure,
      finishedAt: stop.finishedAt,
    })),
  }));
}

/** Without the customer's note and reasons: see `revealCustomer`. */
function describeReturns({ returns }: OrderRows, { slugOf, nameOf, lineItems }: Names) {
  return returns.map((goods) => ({
    id: goods.id,
    reportedBy: slugOf(goods.shopId),
    reportedByName: nameOf(goods.shopId),
    side: goods.side,
    state: goods.state,
    reference: goods.reference,
    storeReturnId: goods.storeReturnId,
    createdAt: goods.createdAt,
    registeredAt: goods.registeredAt,
    nextAttemptAt: goods.nextAttemptAt,
    lastFailure: goods.lastFailure,
    lines: goods.lines.map((line) => ({
      lineItemId: lineItems.get(line.orderLineId) ?? null,
      quantity: line.quantity,
    })),
  }));
}
