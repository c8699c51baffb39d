import { readExact } from '@hub/orders/money';

/** Beyond the printed places there is room for the roundings of a million lines. */
const PLACES = 12;
const UNIT = 10n ** BigInt(PLACES);

/**
 * A sum of exact texts as a decimal. Exact fractions of many orders have no common denominator: as a fraction the sum
 * would grow by some digits with every line.
 */
export class DecimalSum {
  private units = 0n;

  add(exactText: string): this {
    const { s, n } = readExact(exactText).mul(UNIT).round();
    this.units += s * n;
    return this;
  }

  /** The sum of both; neither is changed. */
  plus(other: DecimalSum): DecimalSum {
    const both = new DecimalSum();
    both.units = this.units + other.units;
    return both;
  }

  /** Less the other one; neither is changed. */
  minus(other: DecimalSum): DecimalSum {
    const rest = new DecimalSum();
    rest.units = this.units - other.units;
    return rest;
  }

  /** With this number of decimals, rounded half away from 0. */
  text(places: number): string {
    const step = 10n ** BigInt(PLACES - places);
    const size = this.units < 0n ? -this.units : this.units;
    const digits = ((size + step / 2n) / step).toString().padStart(places + 1, '0');
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    return this.units < 0n && /[1-9]/.test(text) ? `-${text}` : text;
  }
}
