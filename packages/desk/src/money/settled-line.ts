import type { StoredCalculation } from '@hub/orders/money';
import { z } from 'zod';

/** A network line as each of its shops names it. */
export const NetworkLine = z.object({
  /** Slugs and names. */
  sellingShop: z.string(),
  sellingName: z.string(),
  shippingShop: z.string(),
  shippingName: z.string(),
  /** The order's own row. */
  sellerOrderId: z.string(),
  /** The selling shop's order, its number for the customer, and line. */
  orderId: z.string(),
  orderNumber: z.string().nullable(),
  lineItemId: z.string(),
  /** The selling shop's variant, with its title from the order or the catalogue. */
  variantId: z.string(),
  title: z.string().nullable(),
  /** The shipping shop's own variant, with its title from the catalogue. */
  shippedVariantId: z.string(),
  shippedTitle: z.string().nullable(),
  /** The shipping order's reference, its line's, and the shipping shop's own id of it. */
  reference: z.string(),
  lineReference: z.string(),
  storeOrderId: z.string().nullable(),
  /** The order's number, if `POST /orders` carried it to the shipping shop (D18). */
  sentNumber: z.string().nullable(),
});
export type NetworkLine = z.output<typeof NetworkLine>;

/** A line that a shop shipped for another (D24): what the selling shop owes the shipping shop for it. */
export interface SettledLine extends NetworkLine {
  /** Pieces that are owed: those that shipped, of those ordered. */
  quantity: number;
  ordered: number;
  /** When its last package was recorded, or its rest was ended: the line settles in this period. */
  settledAt: Date;
  /** When its last package left, by the shipping shop's report, ns since the epoch. */
  shippedAt: bigint;
  calculation: StoredCalculation;
}

export const ReturnedLine = NetworkLine.extend({
  quantity: z.int(),
  /** Both sides may report one return: the first report counts. */
  reportedBy: z.string(),
  /** Whether the line settles; without a recorded package it is not owed. */
  isShipped: z.boolean(),
  receivedAt: z.date(),
});

/** Returned goods of a network line: listed, never reversed (D24). */
export type ReturnedLine = z.output<typeof ReturnedLine>;
