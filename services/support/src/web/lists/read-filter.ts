import type { z } from 'zod';
import { PageError } from '../layout/page-error';

/** Reads the filter of a form, which has fields besides it. Throws `PageError` that names the field. */
export function readFilterFields<S extends z.ZodObject>(schema: S, input: unknown, of: string): z.output<S> {
  const read = schema.safeParse(asObject(input));
  if (read.success) return read.data;
  const field = String(read.error.issues[0]?.path[0] ?? 'filter');
  throw new PageError(400, `The filter asks for something that no ${of} has: see ${field}.`);
}

const asObject = (input: unknown): object => (typeof input === 'object' && input !== null ? input : {});
