import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** The longest text in a search or filter field. */
export const LONGEST_TEXT = 255;

/** A filter field as a form sends it: an empty one is undefined; text that the database could not hold is refused. */
export const FilterText = z
  .string()
  .trim()
  .max(LONGEST_TEXT)
  .pipe(z.union([z.literal(''), StorableText]))
  .transform((text) => text || undefined)
  .optional();
