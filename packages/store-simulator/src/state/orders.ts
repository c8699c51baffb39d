/** Goods taken from a location, so that they can be put back. */
export interface TakenGoods {
  locationId: string;
  quantity: number;
}

export interface OrderLine {
  /** The store's own line id. */
  lineId: string;
  /** The service's line reference; null on a line of the store's own order. */
  externalRef: string | null;
  variantId: string;
  quantity: number;
  /** Where an own order's line ships from; null on a shipping order. */
  locationId: string | null;
  taken: TakenGoods[];
  /** Units sent in packages. */
  shipped: number;
  /** Units whose tracking the customer received. */
  tracked: number;
}

/** An order in the store: `own` was sold here, `shipping` is shipped for another shop on the service's behalf. */
export interface StoreOrder {
  kind: 'own' | 'shipping';
  orderId: string;
  /** The service's order reference; null on an own order. */
  externalRef: string | null;
  status: 'created' | 'cancelled';
  paymentStatus: string;
  tags: string[];
  lines: OrderLine[];
  /** What was received in `POST /orders`, or sent in `order.created`. */
  document: unknown;
}

/** The message to a customer that a parcel is on its way. */
export interface CustomerNotification {
  orderId: string;
  externalRef: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  lines: { lineId: string; quantity: number }[];
}

/** A return registered on an own order, at the service's request. */
export interface StoreReturn {
  returnId: string;
  orderId: string;
  externalRef: string;
  lines: { lineId: string; quantity: number; reason: string | null }[];
}

export function hasShippedLine(order: StoreOrder): boolean {
  return order.lines.some((line) => line.shipped > 0);
}
