import { z } from 'zod';

/** A field of a filter that is one of these; empty is none. */
export function oneOf<Value extends string>(values: readonly Value[]) {
  return z
    .enum(['', ...values])
    .transform((value) => values.find((one) => one === value))
    .optional();
}
