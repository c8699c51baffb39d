import { z } from 'zod';

/** A filter field with one of these values; an empty one is undefined. */
export function oneOf<Value extends string>(values: readonly Value[]) {
  return z
    .enum(['', ...values])
    .transform((value) => values.find((one) => one === value))
    .optional();
}
