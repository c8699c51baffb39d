import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** A submitted id or reference: any text that the database can hold. */
export const Name = z.string().min(1).max(255).pipe(StorableText);

/** The cursor that the page before returned. */
export const After = z.string().max(400).pipe(StorableText).optional();

/** A number that is not below 0, from JSON or a form field. */
export const Figure = z.union([
  z.number().min(0).max(1e9),
  z
    .string()
    .regex(/^\s*\d{1,9}([.,]\d{1,6})?\s*$/)
    .transform((text) => Number(text.replace(',', '.'))),
]);
