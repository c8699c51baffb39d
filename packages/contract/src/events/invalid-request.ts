import type { Fault } from '../faults';
import { refusal, type Refusal } from '../refusal';

/** `422 invalid_request` for a fault of the schema (D9). */
export function invalidRequest({ field, message }: Fault): Refusal {
  return refusal('invalid_request', `${field} ${message}`, field);
}
