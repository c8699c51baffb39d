import { z } from 'zod';
import { Refusal } from './refusal';

/** The outcome of a handled event (D4). */
export const OUTCOMES = ['accepted', 'duplicate', 'stale', 'echo', 'skipped', 'stopped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A worker's answer to an event; it crosses the broker as JSON. */
export const Verdict = z.discriminatedUnion('status', [
  z.object({ status: z.literal(200), outcome: z.enum(OUTCOMES) }),
  Refusal,
]);
export type Verdict = z.output<typeof Verdict>;

/** The body of a `200` to a store (D4). */
export function successBody(eventId: string, outcome: Outcome) {
  return { success: true, event_id: eventId, outcome } as const;
}
