import type { LetIn, Visit } from '@hub/door';
import type { Request } from 'express';

declare module 'express-session' {
  interface SessionData {
    /** Of the shops' own door: who was let in, and how. */
    contact: { shopId: number; contact: string; address: string };
    delivery: LetIn['delivery'];
    /** Milliseconds since the epoch; the second to the minute. */
    letInAt: number;
    activeAt: number;
  }
}

const VISITS = new WeakMap<Request, Visit>();

/** Notes who is at the door, for the rest of this request. */
export function noteVisit(request: Request, visit: Visit): void {
  VISITS.set(request, visit);
}

/** Null: somebody who was not let in. */
export function findVisit(request: Request): Visit | null {
  return VISITS.get(request) ?? null;
}

/** Who is at the door. Throws where nobody was let in: what is behind it asks only for somebody. */
export function visitOf(request: Request): Visit {
  const visit = findVisit(request);
  if (visit === null) throw new Error('no contact was let in');
  return visit;
}
