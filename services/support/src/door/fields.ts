import { StorableText } from '@hub/contract';
import { z } from 'zod';

/** An id or a reference as somebody sends it: any text that the database can hold. */
export const Name = z.string().min(1).max(255).pipe(StorableText);

/** Where a list goes on, as its page before said. */
export const After = z.string().max(400).pipe(StorableText).optional();

/** A number that is not below 0, as JSON has it or as a form writes it. */
export const Figure = z.union([
  z.number().min(0).max(1e9),
  z
    .string()
    .regex(/^\s*\d{1,9}([.,]\d{1,6})?\s*$/)
    .transform((text) => Number(text.replace(',', '.'))),
]);
