import type { LetIn, Visit } from '@hub/desk/door';
import type { Request } from 'express';

declare module 'express-session' {
  interface SessionData {
    /** A visit at the shops' own door: who is signed in, and how. */
    contact: { shopId: number; contact: string; address: string };
    delivery: LetIn['delivery'];
    /** Milliseconds since the epoch; the second to the minute. */
    letInAt: number;
    activeAt: number;
  }
}

const VISITS = new WeakMap<Request, Visit>();

/** Sets the visitor for the rest of this request. */
export function noteVisit(request: Request, visit: Visit): void {
  VISITS.set(request, visit);
}

/** Null: not signed in. */
export function findVisit(request: Request): Visit | null {
  return VISITS.get(request) ?? null;
}

/** The visitor at the door. Throws if there is none: only routes behind sign-in may call it. */
export function visitOf(request: Request): Visit {
  const visit = findVisit(request);
  if (visit === null) throw new Error('no contact was let in');
  return visit;
}
