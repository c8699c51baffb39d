import { z } from 'zod';

const Fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const RecordedChange = z.union([
  z.object({ field: z.string(), before: Fact, after: Fact }),
  z.object({ field: z.string(), changed: z.literal(true) }),
]);

/** What an act changed. Of personal data and secrets it stands that they changed, neither from what nor to what (D29). */
export type RecordedChange = z.output<typeof RecordedChange>;

const Stored = z.array(RecordedChange).nullable();

/** What the audit holds of an act; null: it changed nothing that stays. Pure. */
export function readChanges(stored: unknown): RecordedChange[] | null {
  return Stored.parse(stored);
}
