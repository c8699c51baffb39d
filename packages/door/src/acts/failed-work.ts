import { Prisma, rows, type Database } from '@hub/database';
import { REFUSAL_LABELS, RESENDABLE, resumeWork, WORKS } from '@hub/support-desk';
import { z } from 'zod';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

const SHOWN = 200;

/** A call to the shop's store that failed permanently and can be resent (D23, D35). */
export const FailedCall = z.object({
  kind: z.enum(RESENDABLE),
  reference: z.string().describe('the external_ref that it carried'),
  order_id: z.string().nullable().describe("the shop's own id of its order"),
  since: z.iso.datetime().nullable(),
  last_failure: z.string().nullable(),
});
export type FailedCall = z.output<typeof FailedCall>;

const FailedRow = FailedCall.extend({ id: z.string(), since: z.date().nullable() });
type FailedRow = z.output<typeof FailedRow>;

/**
 * Those of one shop, the oldest first. None of a disputed or cancelled order: people settle the one, the other is not
 * sent.
 */
export async function listFailedCalls(db: Database, of: { shopId: number }): Promise<FailedCall[]> {
  const failed = await findFailed(db, of);
  return failed.map(({ id: _ours, since, ...row }) => ({ ...row, since: since?.toISOString() ?? null }));
}

/** Resends a call that failed permanently: once, however often it is requested. */
export async function resendFailed(
  db: Database,
  asked: { visit: Visit; reference: string },
): Promise<Acted<Said>> {
  const { visit, reference } = asked;
  const [found] = await findFailed(db, { shopId: visit.contact.shopId, reference });
  if (!found) return { kind: 'unknown' };
  const { kind, id } = found;
  const end = await resumeWork(db, { work: { kind, id }, actor: actorOfVisit(visit) });
  if (end.kind === 'resumed') return { kind: 'done', answer: { done: 'It is being sent again.' } };
  return { kind: 'refused', reason: end.why === 'not_failed' ? 'it did not fail' : REFUSAL_LABELS[end.why] };
}

function findFailed(db: Database, of: { shopId: number; reference?: string }): Promise<FailedRow[]> {
  const { shopId, reference = null } = of;
  const failedCalls = Prisma.join(
    RESENDABLE.flatMap((kind) => WORKS[kind].failedCalls?.(shopId) ?? []),
    ' UNION ALL ',
  );
  return rows(
    FailedRow,
    db.$queryRaw`
    SELECT * FROM (${failedCalls}) failed
    WHERE ${reference}::text IS NULL OR failed.reference = ${reference}
    ORDER BY since NULLS LAST, reference LIMIT ${SHOWN}`,
  );
}
