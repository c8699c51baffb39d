import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import { addEntries, type NewEntry } from './case-entries';
import { decideCaseAction, type CaseAction, type CaseRefusal, type LockedCase } from './decide-case-action';
import { listColleagues } from './colleagues';

const CaseRow = z.object({
  id: z.string(),
  isClosed: z.boolean(),
  owner: z.string().nullable(),
  snoozedUntil: z.date().nullable(),
  ticketUrl: z.string().nullable(),
  unwell: z.int(),
});

/**
 * Does something with a case; what is done is in its history and in the audit. Closing it resolves the alerts that are in
 * it by themselves.
 * @returns null where it is done, else why not
 */
export async function actOnCase(
  db: Database,
  request: { id: string; action: CaseAction; actor: string; now: number },
): Promise<CaseRefusal | null> {
  const { id, action, actor, now } = request;
  if (!z.uuid().safeParse(id).success) return 'unknown';
  return inTransaction(db, async (tx) => {
    const locked = await lockCase(tx, id);
    const colleagues = await listColleagues(tx, now);
    const decision = decideCaseAction({ found: locked, action, actor, colleagues }, now);
    if ('refused' in decision) return decision.refused;
    const { change, entry } = decision;
    const at = new Date(now);
    await tx.supportCase.update({ where: { id }, data: change });
    if (action.kind === 'close') await resolveAlertsOf(tx, id, at);
    await addEntries(tx, [{ ...entry, caseId: id, at, actor } satisfies NewEntry]);
    await recordActions(tx, {
      actor,
      action: `case.${action.kind}`,
      subjects: [`case:${id}`],
      detail: { ...entry.detail, ...(entry.text === undefined ? {} : { note: entry.text }) },
    });
    return null;
  });
}

async function lockCase(tx: Tx, id: string): Promise<LockedCase | null> {
  const [found] = await rows(
    CaseRow,
    tx.$queryRaw`
    SELECT c.id, c.closed_at IS NOT NULL AS "isClosed", c.owner, c.snoozed_until AS "snoozedUntil",
      c.ticket_url AS "ticketUrl", (
        SELECT count(DISTINCT coalesce(i.seller_order_id::text, i.item))::int FROM support_case_item i
        WHERE i.case_id = c.id AND i.ended_at IS NULL AND i.item NOT LIKE 'alert:%') AS unwell
    FROM support_case c WHERE c.id = ${id}::uuid FOR UPDATE OF c`,
  );
  return found ?? null;
}

async function resolveAlertsOf(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = ${at}
    FROM support_case_item i
    WHERE i.case_id = ${id}::uuid AND i.ended_at IS NULL AND i.item = 'alert:' || a.id AND a.state <> 'resolved'`;
  await tx.$executeRaw`
    UPDATE support_case_item SET ended_at = ${at}
    WHERE case_id = ${id}::uuid AND ended_at IS NULL AND item LIKE 'alert:%'`;
}
