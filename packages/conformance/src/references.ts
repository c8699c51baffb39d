import { randomUUID } from 'node:crypto';

/** A reference of the service that no store has seen; its prefix identifies a rehearsal. */
export function newReference(): string {
  return `rehearsal-${randomUUID()}`;
}
