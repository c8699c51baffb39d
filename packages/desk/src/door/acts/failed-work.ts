import { Prisma, rows, type Database, type Tx } from '@hub/database';
import { action } from '../../engine/action';
import { REFUSAL_LABELS } from '../../messages/decide-action';
import { RESENDABLE, WORKS } from '../../works/works';
import { resumeIn, RESUMED } from '../../works/resume-work';
import { z } from 'zod';

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
export const resendFailed = action({
  names: RESUMED,
  role: 'shop',
  note: 'none',
  input: z.strictObject({ reference: z.string().min(1).max(255) }),
  ofShop: () => true,
  async run(tx, { reference }, { shop, actor }) {
    const [found] = shop ? await findFailed(tx, { shopId: shop.id, reference }) : [];
    if (!found) return { kind: 'unknown', says: 'No call of this reference failed.' };
    const { kind, id } = found;
    const end = await resumeIn(tx, { kind, id }, actor);
    if (end.kind === 'refused') {
      const why = end.why === 'not_failed' ? 'it did not fail' : REFUSAL_LABELS[end.why];
      return { kind: 'refused', says: `It is not sent again: ${why}.`, why };
    }
    const done = 'It is being sent again.';
    if (end.kind === 'resuming') return { kind: 'unchanged', says: done, answer: { done } };
    return { kind: 'done', says: done, answer: { done }, record: { subjects: [`${kind}:${id}`] } };
  },
});

function findFailed(db: Database | Tx, of: { shopId: number; reference?: string }): Promise<FailedRow[]> {
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
