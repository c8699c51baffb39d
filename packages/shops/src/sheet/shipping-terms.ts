import { StockBuffer } from '@hub/database';
import type { ShippingTerms } from '../sheet-fields';

/** The columns of a shop that hold its shipping terms. */
type TermColumns = Omit<ShippingTerms, 'stockBuffer'> & { stockBuffer: unknown };

/** The shipping terms of a stored shop. */
export function shippingTermsOf(row: TermColumns): ShippingTerms {
  const { timeZone, shipWithin, closedDays, ordersPerDay } = row;
  return { timeZone, shipWithin, closedDays, stockBuffer: StockBuffer.parse(row.stockBuffer), ordersPerDay };
}

/** As columns of a shop. */
export function termColumns({ timeZone, shipWithin, closedDays, stockBuffer, ordersPerDay }: ShippingTerms) {
  return { timeZone, shipWithin, closedDays: [...closedDays], stockBuffer: { ...stockBuffer }, ordersPerDay };
}

/** Each term under the sheet's own name, as a text that is equal for equal facts. */
export function termTexts(terms: ShippingTerms): [field: string, text: string | null][] {
  const { timeZone, shipWithin, closedDays, stockBuffer, ordersPerDay } = terms;
  return [
    ['time_zone', timeZone],
    ['ship_within', shipWithin],
    ['closed_days', closedDays.toSorted().join(', ')],
    ['stock_buffer', bufferText(stockBuffer)],
    ['orders_per_day', ordersPerDay === null ? null : String(ordersPerDay)],
  ];
}

/** Such as `1`, or `1, V-123: 3`. */
export function bufferText({ default: ofShop, variants }: StockBuffer): string {
  const ofVariants = Object.entries(variants).map(([variantId, pieces]) => `${variantId}: ${pieces}`);
  return [String(ofShop), ...ofVariants.toSorted()].join(', ');
}
