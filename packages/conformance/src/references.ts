import { randomUUID } from 'node:crypto';

/** A reference of the service that no store has seen; by its beginning people know a rehearsal's. */
export function newReference(): string {
  return `rehearsal-${randomUUID()}`;
}
