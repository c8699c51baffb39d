import { maskShippingOrder } from '@hub/contract';
import { StoredCalculation } from '@hub/orders/money';
import { isUnsettled } from '@hub/orders/states';
import type { Reachability } from '@hub/orders/support';
import { calculationSteps } from './calculation-steps';
import type { OrderRows } from './order-records';

/** Labels for ids of rows. */
export interface Names {
  slugOf: (shopId: number) => string;
  nameOf: (shopId: number) => string;
  /** Whether a shop's `POST /orders` can be called now. */
  reachabilityOf: (shopId: number) => Reachability;
  /** By when a placed shipping order must ship (D38); null: there is no such shop. */
  shipByOf: (shipping: ShippingOrderRow) => Date | null;
  /** Why calls to a shop's store are held (D23); null: they are not. */
  heldBecause: (shopId: number) => string | null;
  /** The selling shop's line id, by order line. */
  lineItems: ReadonlyMap<string, string>;
  /** Our reference, by shipping order. */
  shippingOrders: ReadonlyMap<string, string>;
}

type ShippingOrderRow = OrderRows['order']['shippingOrders'][number];

/** A shipping order with the money of its lines (D24), its packages and the state of their tracking. */
export function describeShippingOrder(shipping: ShippingOrderRow, names: Names) {
  const lineItemOf = new Map(
    shipping.lines.map((line) => [line.id, names.lineItems.get(line.orderLineId) ?? null]),
  );
  return {
    id: shipping.id,
    decisionId: shipping.decisionId,
    shop: names.slugOf(shipping.shopId),
    shopName: names.nameOf(shipping.shopId),
    shopIs: names.reachabilityOf(shipping.shopId),
    /** Why calls to its store are held; null: they are not. */
    heldBecause: names.heldBecause(shipping.shopId),
    externalRef: shipping.externalRef,
    /** The shipping shop's own order id; null: not known yet. */
    storeOrderId: shipping.storeOrderId,
    /** Ids by which the shop named it before, the oldest first (D11). */
    aliases: shipping.aliases.map(({ orderId, createdAt }) => ({ orderId, createdAt })),
    state: shipping.state,
    /** The body of its `POST /orders` as it was built, sent or (dry run, D18) not, without personal data (D29); null: not built yet. */
    request: shipping.payload === null ? null : maskShippingOrder(shipping.payload),
    /** Sent, and it is unknown whether the store has it (D18). */
    outcomeUnknown: isUnsettled(shipping),
    /** Injection passes done so far (D23); each is up to three attempts. */
    passes: shipping.passes,
    createdAt: shipping.createdAt,
    firstSentAt: shipping.firstSentAt,
    lastAttemptAt: shipping.lastAttemptAt,
    nextAttemptAt: shipping.nextAttemptAt,
    lastFailure: shipping.lastFailure,
    /** Given up: waits for support. */
    failedAt: shipping.failedAt,
    placedAt: shipping.placedAt,
    /** By when its shop must ship it (D38); null: it is not placed. */
    shipBy: shipping.state === 'placed' ? names.shipByOf(shipping) : null,
    /** How often the shop has said by when it ships. */
    promises: shipping.promises,
    stopRequestedAt: shipping.stopRequestedAt,
    endedAt: shipping.endedAt,
    /** When it was stated that pieces in no package may not ship, and by whom; null: it was not (D12). */
    restStatedAt: shipping.restStatedAt,
    restStatement: shipping.restStatement,
    lines: shipping.lines.map((line) => {
      const money = StoredCalculation.safeParse(line.calculation);
      return {
        externalRef: line.externalRef,
        lineItemId: names.lineItems.get(line.orderLineId) ?? null,
        variantId: line.variantId,
        quantity: line.quantity,
        packaged: line.packaged,
        /** When a person stated that the pieces in no package will not ship. */
        restEndedAt: line.restEndedAt,
        /** Payout per piece. */
        unitPrice: line.unitPrice.toFixed(),
        calculation: line.calculation,
        /** Every step of the money as text (D24); empty if none is stored. */
        moneySteps: money.success ? calculationSteps(money.data) : [],
      };
    }),
    packages: shipping.packages.map((parcel) => ({
      id: parcel.id,
      packageId: parcel.packageId,
      reference: parcel.reference,
      carrier: parcel.carrier,
      trackingNumber: parcel.trackingNumber,
      trackingUrl: parcel.trackingUrl,
      shippedAt: iso(parcel.shippedAt),
      createdAt: parcel.createdAt,
      /** Of notifying the selling shop. */
      tracking: parcel.state,
      deliveredAt: parcel.deliveredAt,
      nextAttemptAt: parcel.nextAttemptAt,
      lastFailure: parcel.lastFailure,
      lines: parcel.lines.map((line) => ({
        lineItemId: lineItemOf.get(line.shippingOrderLineId) ?? null,
        quantity: line.quantity,
      })),
      /** Of its tracking, the oldest first: the last one that the selling shop took counts there (D11). */
      corrections: parcel.corrections.map((correction) => ({
        reference: correction.reference,
        carrier: correction.carrier,
        trackingNumber: correction.trackingNumber,
        trackingUrl: correction.trackingUrl,
        correctedBy: correction.correctedBy,
        correctedAt: correction.correctedAt,
        tracking: correction.state,
        deliveredAt: correction.deliveredAt,
        lastFailure: correction.lastFailure,
      })),
    })),
  };
}

/** Of nanoseconds since the epoch, to the millisecond. */
export function iso(nanoseconds: bigint): string {
  return new Date(Number(nanoseconds / 1_000_000n)).toISOString();
}
