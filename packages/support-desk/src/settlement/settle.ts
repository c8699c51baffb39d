import { minorUnitDigits } from '@hub/orders';
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
  /** What of that is rounding: `owed` less the exact value. */
  rounding: string;
  shippingShare: string;
  /** `owed` and shipping share together. */
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
 * Puts the lines of a shop on their sides and adds them up, exactly (D24). The rows that one shop has as `ships` are
 * the very rows that others have as `sells`.
 */
export function settle(
  shop: string,
  read: { lines: readonly SettledLine[]; returns: readonly ReturnedLine[] },
): Settlement {
  const [lines, returns] = [onSides(shop, read.lines), onSides(shop, read.returns)];
  const currencies = [...new Set(lines.map(({ calculation }) => calculation.currency))].toSorted();
  const totals = currencies.flatMap((currency) =>
    (['ships', 'sells'] as const).flatMap((side) => {
      const own = lines.filter((line) => line.side === side && line.calculation.currency === currency);
      return own.length === 0 ? [] : [totalOf(own, { side, currency })];
    }),
  );
  return { shop, lines, returns, totals };
}

/** Which side of each line a shop is on. Pure. */
export function onSides<T extends { shippingShop: string }>(
  shop: string,
  lines: readonly T[],
): (T & { side: Side })[] {
  return lines.map((line) => ({ ...line, side: line.shippingShop === shop ? 'ships' : 'sells' }));
}

/** What is due for one line: the goods, and its share of shipping. */
export function dueOf({ owed, shipping, currency }: SettledLine['calculation']): string {
  return new DecimalSum().add(owed).add(shipping.share).text(minorUnitDigits(currency));
}

/** An exact amount with the decimals of its currency. Pure. */
export function inPlaces(amount: string, currency: string): string {
  return new DecimalSum().add(amount).text(minorUnitDigits(currency));
}

/** Totals are decimals: of the currency's minor unit, and six places of rounding. Each line has its exact texts. */
function totalOf(lines: readonly SettledLine[], of: { side: Side; currency: string }): Total {
  const [owed, rounding] = [new DecimalSum(), new DecimalSum()];
  const [shippingShare, due] = [new DecimalSum(), new DecimalSum()];
  for (const { calculation } of lines) {
    owed.add(calculation.owed);
    rounding.add(calculation.rounding);
    shippingShare.add(calculation.shipping.share);
    due.add(calculation.owed).add(calculation.shipping.share);
  }
  const places = minorUnitDigits(of.currency);
  return {
    ...of,
    lines: lines.length,
    owed: owed.text(places),
    rounding: rounding.text(ROUNDING_PLACES),
    shippingShare: shippingShare.text(places),
    due: due.text(places),
  };
}
