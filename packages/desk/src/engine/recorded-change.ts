import { z } from 'zod';

const Fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const RecordedChange = z.union([
  z.object({ field: z.string(), before: Fact, after: Fact }),
  z.object({ field: z.string(), changed: z.literal(true) }),
]);

/**
 * What an action changed. For personal data and secrets it records only that they changed, neither old nor new value
 * (D29).
 */
export type RecordedChange = z.output<typeof RecordedChange>;

const Stored = z.array(RecordedChange).nullable();

/** The audit entry of an action's change; null: no persistent change. */
export function readChanges(stored: unknown): RecordedChange[] | null {
  return Stored.parse(stored);
}
