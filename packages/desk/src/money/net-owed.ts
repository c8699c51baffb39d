import type { Database } from '@hub/database';
import { minorUnitDigits } from '@hub/orders/money';
import { DecimalSum } from './decimal-sum';
import { pairsOfMonth } from './owed-by-pair';
import { readSettledTotals } from './read-settled-totals';
import type { Period } from './settled-lines';
import { ROUNDING_PLACES, type Side, type Total } from './settle';

/** What a shop owes others and is owed in one currency for a period, with the currency's decimals (D24). */
export interface NetOwed {
  currency: string;
  owes: string;
  isOwed: string;
  /** `isOwed` less `owes`: below 0 the shop pays. */
  net: string;
}

/** A line of a shop's account: a direction, or both set off against each other. */
export type AccountLine = Omit<Total, 'side'> & { side: Side | 'net' };

/** What a shop owes and is owed for a period, each currency separately; none if nothing settled. Returns change nothing (D24). */
export async function netOwed(db: Database, shopId: number, period: Period): Promise<NetOwed[]> {
  return netOf(await readSettledTotals(db, shopId, period));
}

/** The same of the month of `now`, from the pairs of shops, which are kept for a minute. @param shop its slug */
export async function netOfMonth(db: Database, shop: string, now: number): Promise<NetOwed[]> {
  const pairs = await pairsOfMonth(db, new Date(now).toISOString().slice(0, 7), now);
  const sides = pairs.flatMap((pair) => [
    ...(pair.sellingShop === shop ? [{ side: 'sells' as const, pair }] : []),
    ...(pair.shippingShop === shop ? [{ side: 'ships' as const, pair }] : []),
  ]);
  const sums = new Map<string, { side: Side; currency: string; due: DecimalSum }>();
  for (const { side, pair } of sides) {
    const { currency } = pair;
    const sum = sums.get(`${side} ${currency}`) ?? { side, currency, due: new DecimalSum() };
    sums.set(`${side} ${currency}`, { ...sum, due: sum.due.add(pair.due) });
  }
  return netOf(
    [...sums.values()].map(({ side, currency, due }) => ({
      ...none(side, currency),
      due: due.text(minorUnitDigits(currency)),
    })),
  );
}

/** @param totals of one shop, of any currencies */
export function netOf(totals: readonly Total[]): NetOwed[] {
  return accountsOf(totals).map(({ owing, owed, net }) => ({
    currency: net.currency,
    owes: owing.due,
    isOwed: owed.due,
    net: net.due,
  }));
}

/** Three lines for each currency: owing, owed, net. A direction without a line is there with 0. */
export function accountLines(totals: readonly Total[]): AccountLine[] {
  return accountsOf(totals).flatMap(({ owing, owed, net }) => [owing, owed, net]);
}

function accountsOf(totals: readonly Total[]) {
  const currencies = [...new Set(totals.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const of = (ofSide: Side) =>
      totals.find(({ side, currency: one }) => side === ofSide && one === currency) ?? none(ofSide, currency);
    const [owing, owed] = [of('sells'), of('ships')];
    return { owing, owed, net: difference(owed, owing) };
  });
}

function none(side: Side, currency: string): Total {
  const zero = new DecimalSum();
  const amount = zero.text(minorUnitDigits(currency));
  const rounding = zero.text(ROUNDING_PLACES);
  return { side, currency, lines: 0, owed: amount, rounding, shippingShare: amount, due: amount };
}

function difference(owed: Total, owing: Total): AccountLine {
  const { currency } = owed;
  const less = (of: 'owed' | 'rounding' | 'shippingShare' | 'due', places = minorUnitDigits(currency)) =>
    new DecimalSum().add(owed[of]).minus(new DecimalSum().add(owing[of])).text(places);
  return {
    side: 'net',
    currency,
    lines: owed.lines + owing.lines,
    owed: less('owed'),
    rounding: less('rounding', ROUNDING_PLACES),
    shippingShare: less('shippingShare'),
    due: less('due'),
  };
}
