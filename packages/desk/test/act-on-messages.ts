import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { testCipher } from '@hub/testing';
import { changeBulkRun as changeRun } from '../src/messages/runs/change-run';
import { DESK_REFUSAL_LABELS } from '../src/audit/refusal-labels';
import { editMessage, revertEdit as revert } from '../src/messages/edit-dead-letter';
import { MESSAGE_ACTIONS } from '../src/messages/message-actions';
import { startBulkRun as startRun } from '../src/messages/runs/start-run';

type By = { actor: string; note?: string };
interface Edited extends By {
  id: string;
  body: string;
  cipher: BodyCipher;
}
const actingOf = (db: Database, actor: string, now = Date.now()) =>
  ({ db, actor, role: 'lead', now, cipher: testCipher(), forecasts: { ask: async () => null } }) as const;

/** Failed messages are replayed, discarded or restored, as at the desk. */
export async function actOnDeadLetters(
  db: Database,
  asked: By & { action: keyof typeof MESSAGE_ACTIONS; ids: readonly string[] },
) {
  const { action, ids, actor, note } = asked;
  const end = await MESSAGE_ACTIONS[action].act(actingOf(db, actor), { ids, note });
  if (end.kind !== 'done') throw new Error(end.says);
  const { done, refused } = end.answer;
  return { done, refused: refused.map(({ id, why }) => ({ id, why })) };
}

/** The name of a refusal. */
const whyOf = ({ why }: { kind: string; why?: string }) =>
  Object.entries(DESK_REFUSAL_LABELS).find(([, label]) => label === why)?.[0];

/** An edit of what a replay sends, as at the desk. */
export async function editDeadLetter(db: Database, { id, body, actor, cipher }: Edited) {
  const end = await editMessage.act({ ...actingOf(db, actor), cipher }, { id, body });
  if (end.kind === 'done') return { kind: 'done', changed: end.answer.changed };
  if (end.kind === 'refused' && end.faults) return { kind: 'invalid', faults: end.faults };
  return { kind: end.kind, why: whyOf(end) };
}

/** An edit is taken back, as at the desk. */
export async function revertEdit(db: Database, { id, actor, cipher }: Omit<Edited, 'body'>) {
  const end = await revert.act({ ...actingOf(db, actor), cipher }, { id });
  return end.kind === 'done' ? { kind: end.kind } : { kind: end.kind, why: whyOf(end) };
}

interface Run extends By {
  selectionId: string;
  action: keyof typeof MESSAGE_ACTIONS;
  firstMany?: number | undefined;
  perMinute?: number | undefined;
  effects?: readonly string[] | undefined;
  now: number;
}

/** An action on a set is started, as at the desk. */
export async function startBulkRun(db: Database, run: Run) {
  const { selectionId: set, action, actor, note, now, effects } = run;
  const pace = { first_many: run.firstMany, per_minute: run.perMinute };
  const end = await startRun.act(actingOf(db, actor, now), { set, action, note, effects, ...pace });
  return end.kind === 'done' ? end.answer : null;
}

/** Whether a run is paused, resumed or stopped, as at the desk. */
export async function changeBulkRun(
  db: Database,
  { id, change, actor, now }: { id: string; change: string; actor: string; now: number },
): Promise<boolean> {
  return (await changeRun.act(actingOf(db, actor, now), { run: id, change })).kind === 'done';
}
