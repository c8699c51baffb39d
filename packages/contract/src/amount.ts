import { z } from 'zod';
import { LIMITS } from './limits';

/** Exact as texts; powers computed in doubles need not be. */
const TOO_LARGE = Number(`1e${LIMITS.amountDigits}`);
const SMALLEST = Number(`1e-${LIMITS.amountDecimals}`);

const DECIMALS_FAULT = `must have at most ${LIMITS.amountDecimals} decimals`;
const DIGITS_FAULT = `must have at most ${LIMITS.amountDigits} digits`;

/**
 * A non-negative amount on the wire, VAT included, read from a JSON number through its shortest text (D7, D24):
 * the canonical exact decimal, such as `12.5` or `0`. What a double cannot hold exactly is refused.
 */
export const Amount = z
  .number()
  .meta({ minimum: 0 })
  .transform((value, context) => {
    const fault = amountFault(value);
    if (fault !== null) {
      context.addIssue({ code: 'custom', message: fault });
      return z.NEVER;
    }
    return canonical(value);
  })
  .brand<'Amount'>();
export type Amount = z.output<typeof Amount>;

/** The same amount where it stays a JSON number: in the requests the service sends. */
export const AmountNumber = z
  .number()
  .superRefine((value, context) => {
    const fault = amountFault(value);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({ minimum: 0 });

function amountFault(value: number): string | null {
  if (value < 0) return 'must not be negative';
  if (value >= TOO_LARGE) return DIGITS_FAULT;
  // Between the two bounds a double's shortest text has no exponent.
  if (value !== 0 && value < SMALLEST) return DECIMALS_FAULT;
  const [whole = '', fraction = ''] = canonical(value).split('.');
  if (fraction.length > LIMITS.amountDecimals) return DECIMALS_FAULT;
  return whole.length + fraction.length <= LIMITS.amountDigits ? null : DIGITS_FAULT;
}

/** The shortest decimal text that reads back as the same double: no trailing zeros, and `-0` is `0`. */
function canonical(value: number): string {
  return String(value);
}
