import { z } from 'zod';
import { PageError } from './page-error';

const Form = z.object({ ids: z.union([z.uuid().transform((id) => [id]), z.array(z.uuid())]).default([]) });

/** The ticked rows of a list. Throws `PageError` if it is not a list of ids. */
export function readIds(form: unknown): string[] {
  const read = Form.safeParse(form ?? {});
  if (!read.success) throw new PageError(400, 'What was ticked cannot be read.');
  return read.data.ids;
}
