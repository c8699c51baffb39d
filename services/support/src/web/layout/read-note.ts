import type { Request } from 'express';
import { z } from 'zod';
import { PageError } from './page-error';
import { OptionalText } from './texts';

const Note = z.object({ note: OptionalText(500).default('') });

/** The note for the record, or nothing. Throws `PageError` if it is too long, or cannot be stored. */
export function readNote(request: Request): string | undefined {
  const read = Note.safeParse(request.body ?? {});
  if (!read.success) throw new PageError(400, 'A note is text of at most 500 characters.');
  return read.data.note || undefined;
}
