import { z } from 'zod';

/** A time in the format of a browser's field, in UTC; an empty one is undefined. */
export const Moment = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?$/)
  .refine((text) => text === '' || !Number.isNaN(Date.parse(`${text}Z`)))
  .transform((text) => text || undefined)
  .optional();

/** The same as an action takes it. */
export function instantOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : new Date(`${text}Z`).toISOString();
}
