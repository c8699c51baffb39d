import Fraction from 'fraction.js';

/** An exact rational number. Amounts and rates enter as decimal texts; nothing passes through binary floating point. */
export type Exact = InstanceType<typeof Fraction>;

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** @param text a plain decimal, such as `12.5`; throws for anything else, which is a bug */
export function exact(text: string): Exact {
  if (!DECIMAL.test(text)) throw new Error('not a plain decimal');
  return new Fraction(text);
}

export function exactCount(count: number): Exact {
  return new Fraction(BigInt(count));
}

/** The value in full: as a decimal if it has one, otherwise as the fraction `n/d`. */
export function exactText(value: Exact): string {
  const digits = decimalsOf(value.d);
  if (digits === null) return value.toFraction();
  const text = minorUnitsText(value.n * (powerOfTen(digits) / value.d), digits);
  return value.s < 0n ? `-${text}` : text;
}

/** Reads what `exactText` wrote: a decimal, or a fraction `n/d`. */
export function readExact(text: string): Exact {
  const [numerator = '', denominator] = text.split('/');
  return denominator === undefined ? exact(numerator) : exact(numerator).div(exact(denominator));
}

/** Rounds half up, once, at the very end (D24). @returns a decimal text with exactly `digits` decimals */
export function roundHalfUp(value: Exact, digits: number): string {
  return minorUnitsText(value.mul(powerOfTen(digits)).add(new Fraction(1n, 2n)).floor().n, digits);
}

/** `677`, 2 → `6.77` */
export function minorUnitsText(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function powerOfTen(digits: number): bigint {
  return 10n ** BigInt(digits);
}

/** Decimals of a fraction in lowest terms; null: its denominator has prime factors other than two and five. */
function decimalsOf(denominator: bigint): number | null {
  const [twos, odd] = timesDivisible(denominator, 2n);
  const [fives, rest] = timesDivisible(odd, 5n);
  return rest === 1n ? Math.max(twos, fives) : null;
}

function timesDivisible(value: bigint, prime: bigint): [times: number, rest: bigint] {
  let [times, rest] = [0, value];
  for (; rest % prime === 0n; times += 1) rest /= prime;
  return [times, rest];
}
