import { rows, type Database } from '@hub/database';
import { REFUSAL_LABELS, resumeWork } from '@hub/support-desk';
import { z } from 'zod';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

const SHOWN = 200;

/** A call to the shop's store that failed permanently and can be resent (D23, D35). */
export const FailedCall = z.object({
  kind: z.enum(['placing', 'tracking', 'return']),
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
  return rows(
    FailedRow,
    db.$queryRaw`
    SELECT * FROM (
      SELECT 'placing' AS kind, s.id, s.external_ref AS reference, s.store_order_id AS order_id,
        coalesce(s.failed_at, s.last_attempt_at) AS since, s.last_failure
      FROM shipping_order s JOIN seller_order o ON o.id = s.seller_order_id
      WHERE s.shop_id = ${shopId} AND s.stop_requested_at IS NULL AND o.state IN ('accepted', 'held')
        AND s.first_sent_at IS NOT NULL
        AND (s.state = 'sending' AND s.failed_at IS NOT NULL OR s.state = 'refused' AND EXISTS (
          SELECT FROM shipping_order_line given JOIN order_line l ON l.id = given.order_line_id
          WHERE given.shipping_order_id = s.id AND l.state = 'allocated'))
      UNION ALL
      SELECT 'tracking', p.id, p.reference, o.order_id, NULL, p.last_failure
      FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id JOIN seller_order o ON o.id = s.seller_order_id
      WHERE p.state = 'failed' AND o.shop_id = ${shopId} AND o.state IN ('accepted', 'held')
      UNION ALL
      SELECT 'return', r.id, r.reference, o.order_id, NULL, r.last_failure
      FROM "return" r JOIN seller_order o ON o.id = r.seller_order_id
      WHERE r.state = 'failed' AND o.shop_id = ${shopId} AND r.reference IS NOT NULL
    ) failed
    WHERE ${reference}::text IS NULL OR failed.reference = ${reference}
    ORDER BY since NULLS LAST, reference LIMIT ${SHOWN}`,
  );
}
