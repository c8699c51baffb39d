import { minorUnitDigits } from '@hub/orders/money';
import { DecimalSum } from './decimal-sum';
import type { SettledLine } from './settled-line';
import { ROUNDING_PLACES, type Side, type Total } from './settle';

interface Sums {
  side: Side;
  currency: string;
  lines: number;
  owed: DecimalSum;
  rounding: DecimalSum;
  shippingShare: DecimalSum;
}

/**
 * Adds lines up by currency and side, exactly (D24), as they are read: totals are of the very lines that were added. They are
 * decimals of the currency's minor unit, with six places of rounding; each line has its exact texts.
 */
export class RunningTotals {
  private readonly sums = new Map<string, Sums>();

  add(lines: readonly (Pick<SettledLine, 'calculation'> & { side: Side })[]): void {
    for (const { side, calculation } of lines) {
      const sums = this.of(side, calculation.currency);
      sums.lines += 1;
      sums.owed.add(calculation.owed);
      sums.rounding.add(calculation.rounding);
      sums.shippingShare.add(calculation.shipping.share);
    }
  }

  /** By currency; what the shop shipped first. */
  list(): Total[] {
    return [...this.sums.values()]
      .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
      .map(({ side, currency, lines, owed, rounding, shippingShare }) => {
        const places = minorUnitDigits(currency);
        return {
          side,
          currency,
          lines,
          owed: owed.text(places),
          rounding: rounding.text(ROUNDING_PLACES),
          shippingShare: shippingShare.text(places),
          due: owed.plus(shippingShare).text(places),
        };
      });
  }

  private of(side: Side, currency: string): Sums {
    const key = `${currency} ${side}`;
    const known = this.sums.get(key);
    if (known) return known;
    const [owed, rounding, shippingShare] = [new DecimalSum(), new DecimalSum(), new DecimalSum()];
    const fresh = { side, currency, lines: 0, owed, rounding, shippingShare };
    this.sums.set(key, fresh);
    return fresh;
  }
}

const sortKey = ({ currency, side }: Sums): string => `${currency} ${side === 'ships' ? 0 : 1}`;
