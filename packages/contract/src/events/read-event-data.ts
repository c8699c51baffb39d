import type { z } from 'zod';
import { droppedFields } from '../droppable';
import { firstFault, readWith, type Fault } from '../faults';
import type { Refusal } from '../refusal';
import { invalidRequest } from './invalid-request';

/**
 * Reads the `data` of an event by its schema. A fault is `422 invalid_request` naming the first offending field,
 * such as `data.line_items[1].quantity`, and never its value (D6, D9). Unknown fields are left out, and
 * so are faulty optional ones that may be dropped (D7): `droppedOfEvent` names them.
 */
export function readEventData<S extends z.ZodType>(
  schema: S,
  data: unknown,
): { ok: true; data: z.output<S> } | { ok: false; refusal: Refusal } {
  const read = readWith(schema, data);
  if (read.ok) return read;
  return { ok: false, refusal: invalidRequest(firstFault(read.issues, 'data')) };
}

/** The faults of the fields of an event that are left out because they are faulty (D7), such as `data.tracking_url`. */
export function droppedOfEvent(schema: z.ZodType, data: unknown): Fault[] {
  return droppedFields(schema, data, 'data');
}
