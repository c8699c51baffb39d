import { z } from 'zod';

/** A time in the format of a browser's field, in UTC; an empty one is undefined. */
export const Moment = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?$/)
  .refine((text) => text === '' || !Number.isNaN(momentOf(text).getTime()))
  .transform((text) => text || undefined)
  .optional();

export function momentOf(text: string): Date;
export function momentOf(text: string | undefined): Date | undefined;
export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(`${text}Z`);
}
