import { minorUnitDigits } from '@hub/orders/money';
import { DecimalSum } from './decimal-sum';
import type { ReturnedLine, SettledLine } from './settled-line';

/** Rounding entries are fractions of a minor unit. */
export const ROUNDING_PLACES = 6;

/** `ships`: another shop owes it; `sells`: it owes another shop. */
export type Side = 'ships' | 'sells';

export interface Total {
  side: Side;
  currency: string;
  lines: number;
  /** For the goods, as `POST /orders` said. */
  owed: string;
  /** The rounding in that: `owed` less the exact value. */
  rounding: string;
  shippingShare: string;
  /** `owed` plus shipping share. */
  due: string;
}

/** A shop's account with the network for a period. */
export interface Settlement {
  shop: string;
  lines: (SettledLine & { side: Side })[];
  returns: (ReturnedLine & { side: Side })[];
  totals: Total[];
}

/**
 * A shop's side of each line. The rows that one shop has as `ships` are exactly those that others have as `sells`
 * (D24).
 */
export function onSides<T extends { shippingShop: string }>(
  shop: string,
  lines: readonly T[],
): (T & { side: Side })[] {
  return lines.map((line) => ({ ...line, side: line.shippingShop === shop ? 'ships' : 'sells' }));
}

/** The amount due for one line: the goods, and its share of shipping. */
export function dueOf({ owed, shipping, currency }: SettledLine['calculation']): string {
  return new DecimalSum().add(owed).add(shipping.share).text(minorUnitDigits(currency));
}

/** An exact amount with the decimals of its currency. */
export function inPlaces(amount: string, currency: string): string {
  return new DecimalSum().add(amount).text(minorUnitDigits(currency));
}
