import { AlertState, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { action, type Acted, type By } from '../engine/action';
import { counted } from '../words/counted';

export type AlertRefusal = 'unknown' | 'resolved' | 'taken_by_you';

/** The labels of these. */
export const ALERT_REFUSAL_LABELS: Record<AlertRefusal, string> = {
  unknown: 'there is no such alert',
  resolved: 'it is resolved already',
  taken_by_you: 'you have taken it already',
};

/** What became of each: those that were refused do not block the others. */
export interface AlertsDone {
  done: string[];
  refused: { id: string; why: AlertRefusal; says: string }[];
}

const AT_ONCE = 1_000;
const Ids = z.strictObject({ ids: z.array(z.string().min(1).max(500)).min(1).max(AT_ONCE) });

/** Takes alerts, also over from another agent. */
export const takeAlerts = action({
  names: { 'alert.take': 'took an alert' },
  note: 'none',
  input: Ids,
  run: (tx, { ids }, by) =>
    onAlerts(tx, ids, {
      refuse: ({ state, takenBy }) =>
        state === 'resolved' ? 'resolved' : takenBy === by.actor ? 'taken_by_you' : null,
      change: { state: 'taken', takenBy: by.actor },
      done: 'taken',
    }),
});

/** Resolves alerts. */
export const resolveAlerts = action({
  names: { 'alert.resolve': 'resolved an alert' },
  note: 'none',
  input: Ids,
  run: (tx, { ids }, { now }: By) =>
    onAlerts(tx, ids, {
      refuse: ({ state }) => (state === 'resolved' ? 'resolved' : null),
      change: { state: 'resolved', resolvedAt: new Date(now) },
      done: 'resolved',
    }),
});

const LockedAlert = z.object({ id: z.string(), state: z.enum(AlertState), takenBy: z.string().nullable() });
type LockedAlert = z.output<typeof LockedAlert>;

interface OnAlerts {
  refuse: (alert: LockedAlert) => AlertRefusal | null;
  change: { state: AlertState; takenBy?: string; resolvedAt?: Date };
  done: string;
}

async function onAlerts(
  tx: Tx,
  given: readonly string[],
  { refuse, change, done: past }: OnAlerts,
): Promise<Acted<AlertsDone>> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const locked = await lockAlerts(tx, ids);
  const answer: AlertsDone = { done: [], refused: [] };
  for (const id of ids) {
    const alert = locked.get(id);
    const why = alert ? refuse(alert) : 'unknown';
    if (why === null) answer.done.push(id);
    else answer.refused.push({ id, why, says: ALERT_REFUSAL_LABELS[why] });
  }
  const { done } = answer;
  const says = `${counted(done.length, 'alert')} ${past}.`;
  if (done.length === 0) return { kind: 'unchanged', says, answer };
  await tx.alert.updateMany({ where: { id: { in: done } }, data: change });
  return { kind: 'done', says, answer, record: { subjects: done.map((id) => `alert:${id}`) } };
}

async function lockAlerts(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedAlert>> {
  const readable = ids.filter((id) => z.uuid().safeParse(id).success);
  const found = await rows(
    LockedAlert,
    tx.$queryRaw`
    SELECT id, state::text AS state, taken_by AS "takenBy" FROM alert
    WHERE id = ANY (${readable}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  return new Map(found.map((row) => [row.id, row]));
}
