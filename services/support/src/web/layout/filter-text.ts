import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** A field of a filter as a form sends it: empty is nothing; text that the database could not hold is refused. */
export const FilterText = z
  .string()
  .trim()
  .max(255)
  .pipe(z.union([z.literal(''), StorableText]))
  .transform((text) => text || undefined)
  .optional();
