import type { z } from 'zod';
import { firstFault, readWith, type Fault } from '../faults';

/**
 * Parses the body of a call as the store receives it. The first fault names its field, such as
 * `line_items[1].quantity`, never the value.
 */
export function readRequest<S extends z.ZodType>(
  schema: S,
  body: unknown,
): { ok: true; request: z.output<S> } | { ok: false; fault: Fault } {
  const read = readWith(schema, body);
  return read.ok ? { ok: true, request: read.data } : { ok: false, fault: firstFault(read.issues) };
}
