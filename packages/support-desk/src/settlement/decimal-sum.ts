import { readExact } from '@hub/orders';

/** Beside what is printed there is room for the roundings of a million lines. */
const PLACES = 12;
const UNIT = 10n ** BigInt(PLACES);

/**
 * A sum of exact texts as a decimal. Exact fractions of many orders have no common denominator: added up as fractions
 * they grow by some digits with every line.
 */
export class DecimalSum {
  private units = 0n;

  add(exactText: string): this {
    const { s, n } = readExact(exactText).mul(UNIT).round();
    this.units += s * n;
    return this;
  }

  /** Both together; neither is changed. */
  plus(other: DecimalSum): DecimalSum {
    const both = new DecimalSum();
    both.units = this.units + other.units;
    return both;
  }

  /** With exactly so many decimals, rounded half away from 0. */
  text(places: number): string {
    const step = 10n ** BigInt(PLACES - places);
    const size = this.units < 0n ? -this.units : this.units;
    const digits = ((size + step / 2n) / step).toString().padStart(places + 1, '0');
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    return this.units < 0n && /[1-9]/.test(text) ? `-${text}` : text;
  }
}
