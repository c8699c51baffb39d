import { exact, exactCount, type Exact } from './exact';

/** A line as priced by the selling shop, VAT included (contract, "Money rules"). */
export interface AmountLine {
  lineItemId: string;
  quantity: number;
  /** Per piece, before discounts; a plain decimal. */
  unitPrice: string;
}

/** What of a seller order is money: all its lines, the shop's own ones too, for discount and shipping are shared by all. */
export interface OrderAmounts {
  currency: string;
  lines: readonly AmountLine[];
  totalDiscounts: string;
  shippingCost: string;
}

/** Rule 2: `unit_price` times `quantity`. */
export function grossOf({ unitPrice, quantity }: AmountLine): Exact {
  return exact(unitPrice).mul(exactCount(quantity));
}

/**
 * The part of a whole that falls on each line: by gross value, and by quantity where all gross values are 0 (D24).
 * @returns one weight for each line, in the lines' order; they add up to 1
 */
export function weightsByGross(lines: readonly AmountLine[]): Exact[] {
  const gross = lines.map(grossOf);
  const sumOfGross = gross.reduce((sum, value) => sum.add(value));
  if (!sumOfGross.equals(0n)) return gross.map((value) => value.div(sumOfGross));
  const quantities = lines.map(({ quantity }) => exactCount(quantity));
  const pieces = quantities.reduce((sum, value) => sum.add(value));
  return quantities.map((quantity) => quantity.div(pieces));
}
