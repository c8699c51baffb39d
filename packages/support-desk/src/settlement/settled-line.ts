import type { StoredCalculation } from '@hub/orders';
import { z } from 'zod';

/** A line that a shop shipped for another (D24): what the selling shop owes the shipping shop for it. */
export interface SettledLine {
  sellingShop: string;
  shippingShop: string;
  /** The selling shop's order and line. */
  orderId: string;
  lineItemId: string;
  /** The shipping order's reference, its line's, and the shipping shop's own id of it. */
  reference: string;
  lineReference: string;
  storeOrderId: string | null;
  /** Pieces that are owed: those that shipped, of those ordered. */
  quantity: number;
  ordered: number;
  /** When its last package was recorded, or its rest was ended: the line settles in this period. */
  settledAt: Date;
  /** When its last package left, by the shipping shop's report, ns since the epoch. */
  shippedAt: bigint;
  calculation: StoredCalculation;
}

export const ReturnedLine = z.object({
  sellingShop: z.string(),
  shippingShop: z.string(),
  orderId: z.string(),
  lineItemId: z.string(),
  lineReference: z.string(),
  storeOrderId: z.string().nullable(),
  quantity: z.int(),
  /** Both sides may report one return, each separately. */
  reportedBy: z.string(),
  /** Whether the line settles; without a recorded package it is not owed. */
  isShipped: z.boolean(),
  receivedAt: z.date(),
});

/** Returned goods of a network line: listed, never reversed (D24). */
export type ReturnedLine = z.output<typeof ReturnedLine>;
