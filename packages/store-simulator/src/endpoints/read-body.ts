import type { z } from 'zod';

import { errorAnswer, type Answer } from './answer';

/** Reads a body against a request schema of the contract; the first fault is the one answered, by field. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { request: z.output<Schema> } | { refusal: Answer } {
  const read = schema.safeParse(body);
  if (read.success) return { request: read.data };
  const issue = read.error.issues[0];
  return { refusal: invalidRequest(issue?.message ?? 'the body is invalid', fieldOf(issue?.path ?? [])) };
}

export function invalidRequest(message: string, field?: string): Answer {
  return errorAnswer('invalid_request', message, field || undefined);
}

/** `line_items[1].quantity` */
function fieldOf(path: PropertyKey[]): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '');
}
