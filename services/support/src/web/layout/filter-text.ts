import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** As much as a field for a search or a filter holds. */
export const LONGEST_TEXT = 255;

/** A field of a filter as a form sends it: empty is nothing; text that the database could not hold is refused. */
export const FilterText = z
  .string()
  .trim()
  .max(LONGEST_TEXT)
  .pipe(z.union([z.literal(''), StorableText]))
  .transform((text) => text || undefined)
  .optional();
