import type { z } from 'zod';
import { PageError } from '../layout/page-error';

/** Parameters of an address that are read beside its filter. */
const OF_THE_PAGE = ['after', 'top', 'q'];

/**
 * Reads the filter of a list's address. A typo would look like an empty list, so a field that the list does not have, or
 * cannot have that value, is refused. Throws `PageError` that names the field.
 * @param of what the list shows, such as `order`
 */
export function readListFilter<S extends z.ZodObject>(schema: S, query: unknown, of: string): z.output<S> {
  const fields = Object.keys(schema.shape);
  const known = [...fields, ...OF_THE_PAGE];
  if (Object.keys(asObject(query)).some((name) => !known.includes(name)))
    throw new PageError(400, `This list has no such filter. It has: ${fields.join(', ')}.`);
  return readFilterFields(schema, query, of);
}

/** The same of a form, which has fields besides the filter. */
export function readFilterFields<S extends z.ZodObject>(schema: S, input: unknown, of: string): z.output<S> {
  const read = schema.safeParse(asObject(input));
  if (read.success) return read.data;
  const field = String(read.error.issues[0]?.path[0] ?? 'filter');
  throw new PageError(400, `The filter asks for something that no ${of} has: see ${field}.`);
}

const asObject = (input: unknown): object => (typeof input === 'object' && input !== null ? input : {});
