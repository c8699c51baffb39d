import type { Address } from './address';

/**
 * What happens in a shop and is reported to the service. Every id is the platform's own; a location id that is no whole number
 * is numbered by the kit. Amounts include VAT, and are the platform's own (`perUnit`); the kit rounds them to the contract's six decimals.
 */

/** How much of a variant can still be sold from a location: on hand less what open orders have taken. Below 0 counts as 0. */
export interface StockLevel {
  variantId: string;
  locationId: string;
  quantity: number;
}

/** A change of stock, as the platform reports it. */
export interface StockChange extends StockLevel {
  /**
   * The platform's own time of this figure, where its reports can arrive late, twice or out of order (webhooks): one that is
   * not later than the latest seen for the variant and location is dropped. Left out where the change is reported as it is made.
   */
  asOf?: Date | undefined;
}

export interface SoldLine {
  lineId: string;
  variantId: string;
  /** Per unit, before any discount. */
  unitPrice: number;
  /** What is taken off the whole line; for an order that leaves its `totalDiscounts` out. */
  discount?: number | undefined;
  /**
   * Which location ships how much of it. A line that the platform split over locations has several; null is the shop's first
   * location, where the platform names none.
   */
  allocations: readonly { locationId: string | null; quantity: number }[];
  barcode?: string | null | undefined;
  sku?: string | null | undefined;
  title?: string | null | undefined;
}

/** An order that this shop sold, and that is paid: whole, with the lines that its own locations ship. */
export interface SellerOrder {
  orderId: string;
  /**
   * Why its amounts do not fit its lines any more, such as an edit before it was reported. It is not reported if the network is to
   * ship any of it: `onUnreported` is called. Null or left out: they fit.
   */
  unfit?: string | null | undefined;
  orderNumber?: string | null | undefined;
  name?: string | null | undefined;
  createdAt: Date;
  currency: string;
  /** The platform's tags. One of them `hub_ship`: the service's own shipping order, which is never reported. */
  tags?: readonly string[] | undefined;
  /** For a platform without tags: the reference of the shipping order that this is. Never reported either. */
  externalRef?: string | null | undefined;
  shippingAddress: Address;
  shippingMethod?: { code?: string | undefined; title?: string | undefined } | undefined;
  lines: readonly SoldLine[];
  /** What the customer paid for shipping; 0 where that was nothing. */
  shippingCost: number;
  /** All product discounts together, never taken off `unitPrice` as well; the sum of its lines' `discount`, where not given. */
  totalDiscounts?: number | undefined;
  subtotal?: number | undefined;
  totalTax?: number | undefined;
  totalPrice?: number | undefined;
}

/** A whole order was cancelled: one sold here, or a shipping order that this shop cannot ship. */
export interface OrderCancellation {
  orderId: string;
  reason?: string | null | undefined;
  cancelledAt?: Date | undefined;
}

/** One real package left. */
export interface ShippedPackage {
  orderId: string;
  /** The platform's own id of the package; unique within its order. */
  packageId: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl?: string | null | undefined;
  shippedAt: Date;
  lines: readonly { lineId: string; quantity: number }[];
}

/** Goods are back and processed; not: announced, nor labelled. */
export interface ReturnedGoods {
  /** The platform's own id of the return: reported again, it counts with what is more of it. */
  returnId: string;
  orderId: string;
  /** Parts of lines too: the kit keeps them until the rest is back, because the service takes whole lines. */
  lines: readonly { lineId: string; quantity: number; reason?: string | null | undefined }[];
  customerNote?: string | null | undefined;
}

/** Anything that happened to an order: each goes the way of its event. */
export type OrderFact =
  | { kind: 'paid'; order: SellerOrder }
  | { kind: 'cancelled'; cancellation: OrderCancellation }
  | { kind: 'shipped'; package: ShippedPackage }
  | { kind: 'returned'; goods: ReturnedGoods };
