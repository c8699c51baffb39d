import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import type { RecordedChange } from '../actions/recorded-change';
import { addEntries, type NewEntry } from './case-entries';
import {
  decideCaseAction,
  type CaseAction,
  type CaseChange,
  type CaseRefusal,
  type LockedCase,
} from './decide-case-action';
import { listColleagues } from './colleagues';
import { findCase, type ListedCase } from './list-cases';

const CaseRow = z.object({
  id: z.string(),
  isClosed: z.boolean(),
  owner: z.string().nullable(),
  snoozedUntil: z.date().nullable(),
  ticketUrl: z.string().nullable(),
  unwell: z.int(),
});

/**
 * Carries out an action on a case; it is recorded in the case's history and in the audit. Closing it resolves the
 * alerts that are items of it.
 * @returns the case afterwards, or why nothing was done
 */
export async function actOnCase(
  db: Database,
  request: { id: string; action: CaseAction; actor: string; now: number },
): Promise<{ kind: 'done'; case: ListedCase } | { kind: 'refused'; why: CaseRefusal }> {
  const { id, action, actor, now } = request;
  if (!z.uuid().safeParse(id).success) return { kind: 'refused', why: 'unknown' };
  return inTransaction(db, async (tx) => {
    const found = await lockCase(tx, id);
    const colleagues = await listColleagues(tx, now);
    const decision = decideCaseAction({ found, action, actor, colleagues }, now);
    if ('refused' in decision) return { kind: 'refused', why: decision.refused };
    const { change, entry } = decision;
    const at = new Date(now);
    await tx.supportCase.update({ where: { id }, data: change });
    if (action.kind === 'close') await resolveAlertsOf(tx, id, at);
    await addEntries(tx, [{ ...entry, caseId: id, at, actor } satisfies NewEntry]);
    const report = {
      actor,
      subjects: [`case:${id}`],
      detail: { ...entry.detail, ...(entry.text === undefined ? {} : { note: entry.text }) },
    };
    await (action.kind === 'note'
      ? recordActions(tx, { ...report, action: 'case.note' })
      : recordActions(tx, { ...report, action: `case.${action.kind}`, changes: changesOf(found, change) }));
    const changed = await findCase(tx, id, now);
    return changed ? { kind: 'done', case: changed } : { kind: 'refused', why: 'unknown' };
  });
}

/** What of a case a change is about; a missing case is not changed. */
function changesOf(found: LockedCase | null, change: CaseChange): RecordedChange[] {
  const { owner, snoozedUntil, ticketUrl, closedAt } = change;
  const until = (at: Date | null | undefined) => at?.toISOString() ?? null;
  return [
    ...(owner === undefined ? [] : [{ field: 'owner', before: found?.owner ?? null, after: owner }]),
    ...(snoozedUntil === undefined
      ? []
      : [{ field: 'snoozed until', before: until(found?.snoozedUntil), after: until(snoozedUntil) }]),
    ...(ticketUrl === undefined
      ? []
      : [{ field: 'ticket', before: found?.ticketUrl ?? null, after: ticketUrl }]),
    ...(closedAt === undefined ? [] : [{ field: 'state', before: 'open', after: 'closed' }]),
  ];
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
