import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { testCipher } from '@hub/testing';
import { DESK_REFUSAL_LABELS } from '@hub/desk/audit';
import { editMessage, MESSAGE_ACTIONS } from '@hub/desk/messages';

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
