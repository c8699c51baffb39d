import { z } from 'zod';
import { LIMITS } from './limits';
import { optional } from './shapes';

const DECIMALS_FAULT = `must have at most ${LIMITS.amountDecimals} decimals`;
const DIGITS_FAULT = `must have at most ${LIMITS.amountDigits} digits`;
/** A number nearer than this to a figure counts as that figure: the rest is binary noise (`1.1 * 3`, `1 - 0.95`). */
const NOISE = 1e-9;
/** For large numbers the steps of a double are wider than that; this many of them are noise as well. */
const NOISE_STEPS = 2;

/**
 * A non-negative amount on the wire, VAT included, read from a JSON number through its shortest text (D7, D24):
 * the canonical exact decimal, such as `12.5` or `0`. Binary noise is forgiven; what a double cannot hold is refused.
 */
export const Amount = z
  .number()
  .meta({ minimum: 0 })
  .transform((value, context) => {
    const read = readAmount(value);
    if ('fault' in read) {
      context.addIssue({ code: 'custom', message: read.fault });
      return z.NEVER;
    }
    return read.amount;
  })
  .brand<'Amount'>();
export type Amount = z.output<typeof Amount>;

/** An optional figure, which is stored only for reconciliation: a number that is no amount counts as absent (D7). */
export const OptionalAmount = z.preprocess(
  (value) => (typeof value === 'number' && 'fault' in readAmount(value) ? undefined : value),
  optional(Amount),
);

/** The same amount as a JSON number: in the requests the service sends, where no noise is forgiven. */
export const AmountNumber = z
  .number()
  .superRefine((value, context) => {
    const read = readAmount(value);
    if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
    else if (Number(read.amount) !== value) context.addIssue({ code: 'custom', message: DECIMALS_FAULT });
  })
  .meta({ minimum: 0 });

/** The figure is found first; its sign and digits are checked, not those of the noise. */
function readAmount(value: number): { amount: string } | { fault: string } {
  const figure = figureOf(value);
  if (figure === null) return { fault: DECIMALS_FAULT };
  if (figure.startsWith('-')) return { fault: 'must not be negative' };
  const digits = figure.replace('.', '').replace(/^0+(?=.)/, '').length;
  return digits <= LIMITS.amountDigits && !figure.includes('e')
    ? { amount: figure }
    : { fault: DIGITS_FAULT };
}

/** The decimal of at most six places that a number represents, without trailing zeros; null: none is near enough. */
function figureOf(value: number): string | null {
  const shortest = String(value);
  // From 1e21 on a double's text has an exponent, and no decimals.
  if (/^-?\d+(\.\d+)?(e\+\d+)?$/.test(shortest) && decimalsOf(shortest) <= LIMITS.amountDecimals)
    return shortest;
  const nearest = Number(value.toFixed(LIMITS.amountDecimals));
  return Math.abs(value - nearest) <= Math.max(NOISE, NOISE_STEPS * stepAt(value)) ? String(nearest) : null;
}

function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** The distance between neighbouring doubles there. */
function stepAt(value: number): number {
  return Number.EPSILON * 2 ** Math.floor(Math.log2(Math.abs(value)));
}
