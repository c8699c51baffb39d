import { StorableText } from '@hub/contract';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { RecordedChange } from '../engine/recorded-change';
import { action, type Acted, type By } from '../engine/action';
import { addEntries, type NewEntry } from './case-entries';
import {
  CASE_REFUSAL_LABELS,
  decideCaseAction,
  type CaseAction,
  type CaseChange,
  type LockedCase,
} from './decide-case-action';
import { listColleagues } from './colleagues';
import { undoOf } from './undo-of-case';
import { waitForSweep } from './case-records';
import { findCase, type ListedCase } from './list-cases';

const CaseRow = z.object({
  id: z.string(),
  isClosed: z.boolean(),
  isClosedByHand: z.boolean(),
  isFollowedUp: z.boolean(),
  closedAt: z.date().nullable(),
  owner: z.string().nullable(),
  snoozedUntil: z.date().nullable(),
  ticketUrl: z.string().nullable(),
  unwell: z.int(),
});

const Case = z.strictObject({ case: z.string().min(1).max(500) });
const Text = (longest: number) => z.string().trim().max(longest).pipe(StorableText);
const whyOf = ({ note }: By) => note || undefined;

/** An agent looks after it; of one that a colleague has, takes it over. */
const take = action({
  names: { 'case.take': 'took a case' },
  changes: true,
  note: 'none',
  input: Case,
  run: (tx, { case: id }, by) => onCase(tx, { id, by, says: 'It is yours.' }, { kind: 'take' }),
});

const handOver = action({
  names: { 'case.hand_over': 'handed a case over' },
  changes: true,
  input: Case.extend({ to: Text(200).optional() }),
  chosen: ['to'],
  run: (tx, { case: id, to = '' }, by) =>
    onCase(tx, { id, by, says: 'It is handed over.' }, { kind: 'hand_over', to, note: whyOf(by) }),
});

const release = action({
  names: { 'case.release': 'gave a case back' },
  changes: true,
  note: 'none',
  input: Case,
  run: (tx, { case: id }, by) => onCase(tx, { id, by, says: 'No one has it now.' }, { kind: 'release' }),
});

/** Writes into its history; `@name` calls a colleague. */
const writeNote = action({
  names: { 'case.note': 'wrote a note on a case' },
  note: 'none',
  input: Case.extend({ text: Text(2_000).optional() }),
  chosen: ['text'],
  async run(tx, { case: id, text = '' }, by) {
    const end = await onCase(tx, { id, by, says: 'The note is in its history.' }, { kind: 'note', text });
    if (end.kind !== 'done') return end;
    const { changes: _none, ...record } = end.record;
    return { ...end, record, others: [] };
  },
});

const snooze = action({
  names: { 'case.snooze': 'snoozed a case' },
  changes: true,
  input: Case.extend({ until: z.iso.datetime('must be a time such as 2026-11-22T10:00:00Z').optional() }),
  chosen: ['until'],
  run: (tx, { case: id, until = '' }, by) =>
    onCase(
      tx,
      { id, by, says: 'It is snoozed.' },
      { kind: 'snooze', until: new Date(until), note: whyOf(by) },
    ),
});

const wake = action({
  names: { 'case.wake': 'ended the snooze of a case' },
  changes: true,
  note: 'none',
  input: Case,
  run: (tx, { case: id }, by) => onCase(tx, { id, by, says: 'It is open again.' }, { kind: 'wake' }),
});

/** Links it to a ticket; without an address the link is taken away. */
const link = action({
  names: { 'case.link': 'linked a case to a ticket' },
  changes: true,
  note: 'none',
  input: Case.extend({ url: Text(500).nullish() }),
  chosen: ['url'],
  run: (tx, { case: id, url }, by) =>
    onCase(tx, { id, by, says: 'Its ticket is changed.' }, { kind: 'link', url: url || null }),
});

/** Closes it, and resolves the alerts that are items of it; if something in it is still in difficulty, only `anyway`. */
const close = action({
  names: { 'case.close': 'closed a case' },
  changes: true,
  input: Case.extend({
    anyway: z.union([z.boolean(), z.literal('yes').transform(() => true)]).default(false),
  }),
  chosen: ['anyway'],
  run: (tx, { case: id, anyway }, by) =>
    onCase(tx, { id, by, says: 'It is closed.' }, { kind: 'close', anyway, note: whyOf(by) }),
});

/** Opens one again that an agent closed, with the alerts that were resolved by that. */
const reopen = action({
  names: { 'case.reopen': 'opened a closed case again' },
  changes: true,
  note: 'none',
  input: Case,
  run: (tx, { case: id }, by) => onCase(tx, { id, by, says: 'It is open again.' }, { kind: 'reopen' }),
});

/** The actions on a case, by name. */
export const CASE_ACTIONS = {
  take,
  hand_over: handOver,
  release,
  note: writeNote,
  snooze,
  wake,
  link,
  close,
  reopen,
} as const;

/** Decides under the lock of the case; what is done is in the case's history too. */
async function onCase(
  tx: Tx,
  { id, by, says }: { id: string; by: By; says: string },
  asked: CaseAction,
): Promise<Acted<ListedCase, true>> {
  const { actor, now } = by;
  // No sweep opens another case of the same cause meanwhile.
  if (asked.kind === 'reopen') await waitForSweep(tx);
  const found = await lockCase(tx, id);
  const colleagues = await listColleagues(tx, now);
  const decision = decideCaseAction({ found, action: asked, actor, colleagues }, now);
  if ('refused' in decision) {
    const why = CASE_REFUSAL_LABELS[decision.refused];
    if (decision.refused === 'unknown') return { kind: 'unknown', says: why };
    return { kind: 'refused', says: `Nothing is changed: ${why}.`, why };
  }
  const { change, entry } = decision;
  const at = new Date(now);
  await tx.supportCase.update({ where: { id }, data: change });
  if (asked.kind === 'close') await resolveAlertsOf(tx, id, at);
  if (asked.kind === 'reopen' && found?.closedAt) await reopenAlertsOf(tx, id, found.closedAt);
  await addEntries(tx, [{ ...entry, caseId: id, at, actor } satisfies NewEntry]);
  const changed = await findCase(tx, id, now);
  if (!changed) return { kind: 'unknown', says: CASE_REFUSAL_LABELS.unknown };
  const detail = { ...entry.detail, ...(entry.text === undefined ? {} : { note: entry.text }) };
  const changes = changesOf(found, change);
  const undo = found ? undoOf(id, found, { done: asked, now }) : undefined;
  const record = { subjects: [`case:${id}`], detail, changes };
  return { kind: 'done', says, answer: changed, record, undo };
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
    ...(closedAt === undefined ? [] : [stateChange(closedAt !== null)]),
  ];
}

const stateChange = (isClosed: boolean): RecordedChange =>
  isClosed
    ? { field: 'state', before: 'open', after: 'closed' }
    : { field: 'state', before: 'closed', after: 'open' };

async function lockCase(tx: Tx, id: string): Promise<z.output<typeof CaseRow> | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await rows(
    CaseRow,
    tx.$queryRaw`
    SELECT c.id, c.closed_at IS NOT NULL AS "isClosed", c.closed_at AS "closedAt",
      c.closed_by IS NOT NULL AND c.merged_into IS NULL AS "isClosedByHand",
      EXISTS (SELECT FROM support_case o WHERE o.key = c.key AND o.closed_at IS NULL AND o.id <> c.id) AS "isFollowedUp", c.owner, c.snoozed_until AS "snoozedUntil",
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

/** Those that closing the case resolved, unless the same problem was raised again. */
async function reopenAlertsOf(tx: Tx, id: string, closedAt: Date): Promise<void> {
  await tx.$executeRaw`
    WITH again AS (
      UPDATE alert a SET state = (CASE WHEN a.taken_by IS NULL THEN 'open' ELSE 'taken' END)::alert_state, resolved_at = NULL
      FROM support_case_item i
      WHERE i.case_id = ${id}::uuid AND i.ended_at = ${closedAt} AND i.item = 'alert:' || a.id
        AND a.state = 'resolved' AND a.resolved_at = ${closedAt}
        AND NOT EXISTS (
          SELECT FROM alert o WHERE o.kind = a.kind AND o.subject = a.subject AND o.state <> 'resolved')
      RETURNING i.id)
    UPDATE support_case_item SET ended_at = NULL WHERE id IN (SELECT id FROM again)`;
}
