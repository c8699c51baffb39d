import { Verdict } from '@hub/contract';
import { z } from 'zod';

/**
 * The outcome of handling a message now, found by handling it and rolling back.
 * - `answered`: the verdict of an event. `pending`: its answer waits for calls.
 * - `handled`, `again`, `fails`: the settlement of a message; `again` is retried automatically.
 * - `calls`: it calls a store; the outcome depends on the answer.
 * - `goes_on`: it works in several steps; the first is known.
 * - `busy`: another worker holds it. `too_slow`: not known within the time limit.
 */
const ForecastOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), verdict: Verdict }),
  z.object({ kind: z.literal('pending') }),
  z.object({ kind: z.literal('handled'), outcome: z.string(), ignored: z.boolean() }),
  z.object({ kind: z.literal('again'), reason: z.string() }),
  z.object({ kind: z.literal('fails'), reason: z.string() }),
  z.object({ kind: z.literal('calls'), call: z.string(), shop: z.string() }),
  z.object({ kind: z.literal('goes_on') }),
  z.object({ kind: z.literal('busy') }),
  z.object({ kind: z.literal('too_slow') }),
]);
export type ForecastOutcome = z.output<typeof ForecastOutcome>;

/** The outcome, and what was written before the rollback. */
export const ForecastAnswer = z.object({
  end: ForecastOutcome,
  /** Commands that it would enqueue, by type. */
  commands: z.record(z.string(), z.int()),
  /** Rows that it would write, by table; without the ledger, the inbox and the outbox. */
  rows: z.record(z.string(), z.int()),
});
export type ForecastAnswer = z.output<typeof ForecastAnswer>;
