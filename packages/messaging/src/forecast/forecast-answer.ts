import { Verdict } from '@hub/contract';
import { z } from 'zod';

/**
 * What handling a message now comes to, found by handling it and rolling back.
 * - `answered`: the verdict of an event. `pending`: its answer waits for calls.
 * - `handled`, `again`, `fails`: the settlement of a message; `again` is tried again by itself.
 * - `calls`: it calls a store, and goes by the answer.
 * - `goes_on`: it works in several steps; the first is known.
 * - `busy`: another is working on it. `too_slow`: not known within the time there is.
 */
const ForecastEnd = z.discriminatedUnion('kind', [
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
export type ForecastEnd = z.output<typeof ForecastEnd>;

/** The end, and what was written before the rollback. */
export const ForecastAnswer = z.object({
  end: ForecastEnd,
  /** Commands that it would enqueue, by type. */
  commands: z.record(z.string(), z.int()),
  /** Rows that it would write, by table; the ledger, the inbox and the outbox left out. */
  rows: z.record(z.string(), z.int()),
});
export type ForecastAnswer = z.output<typeof ForecastAnswer>;
