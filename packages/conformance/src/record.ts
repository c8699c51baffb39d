import { z } from 'zod';

/** The contract's go-live steps in their order ("Go-live"); orders and fulfilment, one step there, are separate. */
export const STEPS = ['products', 'inventory', 'orders', 'fulfillment', 'cancellation', 'returns'] as const;
export type Step = (typeof STEPS)[number];

/** RFC 3339. */
const Time = z.iso.datetime({ offset: true });
const Headers = z.record(z.string(), z.string());

/** A request to the store, as it was sent; personal data and credentials masked. */
const SentRequest = z.object({ method: z.string(), path: z.string(), headers: Headers, body: z.unknown() });

/** An event of the store, as it arrived; personal data masked. */
const ReceivedEvent = z.object({ path: z.string(), headers: Headers, body: z.unknown() });

/** What answered it: a status with a body, or why there was no answer. */
const GivenAnswer = z.union([
  z.object({ status: z.int(), headers: Headers, body: z.unknown(), took_ms: z.number() }),
  z.object({ failure: z.string(), took_ms: z.number() }),
]);

/** One entry of a check: a call, an event, or a note of what was done or seen. */
export const Evidence = z.union([
  z.object({ at: Time, request: SentRequest, answer: GivenAnswer }),
  z.object({ at: Time, event: ReceivedEvent, answer: GivenAnswer }),
  z.object({ at: Time, note: z.string() }),
]);
export type Evidence = z.output<typeof Evidence>;

export const CheckResult = z.object({
  id: z.string(),
  step: z.enum(STEPS),
  /** Who calls: the service the store, or the store the service. */
  direction: z.enum(['to_store', 'from_store']),
  /** The contract's rule, in our own words. */
  rule: z.string(),
  result: z.enum(['passed', 'failed', 'not_run']),
  at: Time,
  evidence: z.array(Evidence),
  /** What was seen and how to correct it; only for a failed check. */
  fault: z.object({ seen: z.string(), correct: z.string() }).nullable(),
  /** Why it was not run; only for such a check. */
  reason: z.string().nullable(),
});
export type CheckResult = z.output<typeof CheckResult>;

/** Everything a rehearsal showed. Written once, never changed (D32). */
export const RehearsalRecord = z.object({
  version: z.literal(1),
  runner: z.object({ name: z.string(), version: z.string() }),
  shop_slug: z.string().nullable(),
  environment: z.enum(['test', 'production']).nullable(),
  store_api_root: z.string(),
  /** What the sales of the run carried (D32); null in records from before there was a code. */
  run_code: z.string().nullable().default(null),
  started_at: Time,
  ended_at: Time,
  checks: z.array(CheckResult),
  /** What was undone at its end. */
  clean_up: z.array(Evidence),
});
export type RehearsalRecord = z.output<typeof RehearsalRecord>;
