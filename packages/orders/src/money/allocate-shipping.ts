import { compareCodePoints } from '../compare-code-points';
import { exact, minorUnitsText, powerOfTen, roundHalfUp } from './exact';
import { minorUnitDigits } from './minor-unit-digits';
import { grossOf, weightsByGross, type OrderAmounts } from './price-lines';

/** What the customer paid for shipping, for settlement (contract, "Money rules" 6). */
export interface ShippingAllocation {
  /** Less VAT, rounded to the minor unit. */
  net: string;
  /** By `line_item_id`, in the order's currency; they add up to `net` exactly. */
  shares: Map<string, string>;
}

/**
 * Shipping for settlement (D24): VAT is removed from the total, the rest is rounded, then allocated over all lines in
 * minor units by largest remainder; on equal remainders the larger gross value comes first, then `line_item_id`.
 * @param consumerVat of the destination country, as a decimal share
 */
export function allocateShipping(order: OrderAmounts, consumerVat: string): ShippingAllocation {
  const digits = minorUnitDigits(order.currency);
  const net = roundHalfUp(exact(order.shippingCost).div(exact(consumerVat).add(1n)), digits);
  const units = exact(net).mul(powerOfTen(digits));

  const weights = weightsByGross(order.lines);
  const shares = order.lines.map((line, index) => {
    const exactShare = units.mul(weights[index] ?? 0n);
    const whole = exactShare.floor();
    return { line, gross: grossOf(line), units: whole.n, remainder: exactShare.sub(whole) };
  });
  const byRemainder = shares.toSorted(
    (a, b) =>
      b.remainder.compare(a.remainder) ||
      b.gross.compare(a.gross) ||
      compareCodePoints(a.line.lineItemId, b.line.lineItemId),
  );
  const allocated = shares.reduce((sum, share) => sum + share.units, 0n);
  for (const share of byRemainder.slice(0, Number(units.n - allocated))) share.units += 1n;
  return {
    net,
    shares: new Map(shares.map(({ line, units: own }) => [line.lineItemId, minorUnitsText(own, digits)])),
  };
}
