import { CheckResult, Evidence, RehearsalRecord } from '@hub/conformance';
import type { Database } from '@hub/database';
import { z } from 'zod';

const Check = CheckResult.extend({
  evidence: z
    .array(Evidence)
    .nullable()
    .describe('requests, answers and events with their times, personal data masked; null: not asked for'),
});

/** The results of a rehearsal, check by check. */
export const RehearsalView = z.object({
  id: z.uuid(),
  environment: z.string(),
  began: z.iso.datetime(),
  ended: z.iso.datetime(),
  runner: z.string(),
  store_api_root: z.string(),
  run_code: z.string().nullable().describe('what the sales of the run carried in their address'),
  checks: z.array(Check),
  clean_up: z.array(Evidence).describe('what was taken back at its end'),
});
export type RehearsalView = z.output<typeof RehearsalView>;

const Id = z.uuid();

/**
 * A stored rehearsal of a shop, with the evidence of failed checks, or of the one requested check. Null: the shop has
 * none of this id.
 */
export async function readRehearsal(
  db: Database,
  asked: { shopId: number; id: string; check?: string | undefined },
): Promise<RehearsalView | null> {
  const { shopId, check } = asked;
  const id = Id.safeParse(asked.id).data;
  const row = id === undefined ? null : await db.goliveRehearsal.findFirst({ where: { id, shopId } });
  const record = RehearsalRecord.safeParse(row?.record).data;
  if (row === null || record === undefined) return null;
  const isAskedFor = (one: CheckResult): boolean =>
    check === undefined ? one.result !== 'passed' : one.id === check;
  return {
    id: row.id,
    environment: row.environment,
    began: row.startedAt.toISOString(),
    ended: row.endedAt.toISOString(),
    runner: row.runner,
    store_api_root: row.storeApiRoot,
    run_code: record.run_code,
    checks: record.checks.map((one) => ({ ...one, evidence: isAskedFor(one) ? one.evidence : null })),
    clean_up: record.clean_up,
  };
}
