import { readRequest } from '@hub/contract';
import { refuse } from '../refuse';
import type { ReceivedCall } from '../served-call';

/** Reads a body by its schema of the contract; a fault is `400 invalid_request` and names the field. */
export function bodyOf<S extends Parameters<typeof readRequest>[0]>(schema: S, { body }: ReceivedCall) {
  const read = readRequest(schema, body);
  if (!read.ok) throw refuse.invalidRequest(read.fault.field, read.fault.message);
  return read.request;
}
