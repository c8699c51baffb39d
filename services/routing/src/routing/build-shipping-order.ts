import { LOOP_GUARD_TAG, ShippingOrderRequest } from '@hub/contract';
import { exact, exactText, fitsTheWire } from '@hub/orders/money';
import { shipToOf } from '@hub/orders/placements';
import type { References } from './references';

/** A line as sent to its shipping shop, with that shop's ids. */
export interface PlacedLine {
  /** In the seller order. */
  position: number;
  quantity: number;
  title: string | null;
  /** Null: it is known by its barcode only. */
  variantId: string | null;
  barcode: string | null;
  sku: string | null;
  /** Payout per piece, rounded. */
  unitPrice: string;
}

export interface ShippingOrderParts {
  sellingShop: string;
  shippingShop: string;
  /** The shipping shop's sheet (D25). */
  optionalFields: ReadonlySet<string>;
  order: {
    orderId: string;
    orderNumber: string | null;
    name: string | null;
    currency: string;
    /** The delivery address as the selling shop gave it. */
    shipTo: Readonly<Record<string, unknown>>;
    shippingMethod: Readonly<Record<string, unknown>> | null;
  };
  placementNumber: number;
  lines: readonly PlacedLine[];
}

export interface BuiltShippingOrder {
  externalRef: string;
  /** Null: the customer gave no e-mail address (D29). */
  relayEmail: string | null;
  /** In the order of the lines. */
  lineRefs: string[];
  payload: ShippingOrderRequest;
}

/**
 * The body of `POST /orders` (contract, "Shipping order"; D18) with its references. Throws where it breaks the
 * contract, which no accepted order can cause.
 */
export function buildShippingOrder(parts: ShippingOrderParts, references: References): BuiltShippingOrder {
  const { order, lines } = parts;
  const externalRef = references.ofOrder({
    sellingShop: parts.sellingShop,
    orderId: order.orderId,
    shippingShop: parts.shippingShop,
    number: parts.placementNumber,
  });
  const lineRefs = lines.map(({ position }) => references.ofLine(externalRef, position));
  const relayEmail = order.shipTo['email'] === undefined ? null : references.relayEmail(externalRef);
  const payload = ShippingOrderRequest.parse({
    external_ref: externalRef,
    tag: LOOP_GUARD_TAG,
    payment_status: 'paid',
    currency: order.currency,
    ship_to: shipToOf(order.shipTo, relayEmail),
    shipping_method: { code: 'standard', title: 'Standard' },
    line_items: lines.map((line, index) => lineItem(line, lineRefs[index], parts.optionalFields)),
    ...optionalFields(parts),
  });
  return { externalRef, relayEmail, lineRefs, payload };
}

function lineItem(line: PlacedLine, reference: string | undefined, optional: ReadonlySet<string>) {
  const { variantId, barcode, sku, quantity, unitPrice, title } = line;
  return {
    external_ref: reference,
    variant_id: variantId,
    barcode,
    sku,
    quantity,
    unit_price: Number(unitPrice),
    ...(optional.has('line_titles') && title !== null ? { title } : {}),
  };
}

/** Only what the shop asked for ("an integration receives no field it did not ask for"), and only where there is one. */
function optionalFields({ optionalFields: optional, order, lines }: ShippingOrderParts) {
  const { title, code } = order.shippingMethod ?? {};
  const chosenMethod = title ?? code;
  return {
    ...(optional.has('totals') ? totalOf(lines) : {}),
    ...(optional.has('carrier_note') && chosenMethod !== undefined ? { carrier_note: chosenMethod } : {}),
    ...(optional.has('seller_order_number')
      ? { seller_order_number: order.orderNumber ?? order.name ?? order.orderId }
      : {}),
  };
}

function totalOf(lines: readonly PlacedLine[]): { total_price?: number } {
  const total = lines
    .map(({ unitPrice, quantity }) => exact(unitPrice).mul(BigInt(quantity)))
    .reduce((sum, owed) => sum.add(owed));
  const text = exactText(total);
  return fitsTheWire(text) ? { total_price: Number(text) } : {};
}
