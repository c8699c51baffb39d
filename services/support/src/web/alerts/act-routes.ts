import { counted } from '@hub/desk/words';
import type { Database } from '@hub/database';
import { alertsStillAtRisk } from '@hub/desk/problems';
import { auditTrail } from '@hub/desk/audit';
import { resolveAlerts, takeAlerts, ALERT_REFUSAL_LABELS } from '@hub/desk/alerts';
import { describeAction, type Acting } from '@hub/desk/engine';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { actingOf, noticeOf } from '../actions/action-routes';
import type { Notice } from '../access/browser-state';
import { addNotice } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { readIds } from '../layout/read-ids';

type AlertRefusal = keyof typeof ALERT_REFUSAL_LABELS;

const OF_MANY: Record<AlertRefusal, string> = {
  unknown: 'they are not kept any more',
  resolved: 'they are resolved already',
  taken_by_you: 'you have taken them already',
};

/** Why an action is not done for that many. */
function alertRefusal(why: AlertRefusal, count: number): string {
  return count === 1 ? ALERT_REFUSAL_LABELS[why] : OF_MANY[why];
}

const Form = z.object({
  action: z.enum(['take', 'resolve']),
  /** The list or the alert that the form was on: no other address. */
  back: z
    .string()
    .max(2_000)
    .regex(/^\/alerts(?:\/[0-9a-f-]{36})?(?:\?[^\s\\]*)?$/)
    .catch('/alerts'),
  /** Whether the agent confirmed that the problem still exists. */
  anyway: z.literal('yes').optional(),
});
type Action = z.output<typeof Form>['action'];

/** Takes alerts, including from another agent, or resolves them: one or several. */
export function addActRoutes(router: Router, desk: Desk): void {
  router.post('/act', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body);
    if (!form.success) throw new PageError(400, 'It is not said what to do with the alerts.');
    const { action, back, anyway } = form.data;
    const ids = readIds(request.body);
    if (action === 'resolve' && anyway === undefined && (await isStillAtRisk(desk, ids))) {
      const asked = new URLSearchParams([...ids.map((id) => ['ids', id]), ['back', back]]);
      return response.redirect(303, `/alerts/resolve?${asked}`);
    }
    for (const notice of await act(actingOf(desk, request), { action, ids })) addNotice(request, notice);
    response.redirect(303, back);
  });
}

async function isStillAtRisk({ db, clock }: Desk, ids: readonly string[]): Promise<boolean> {
  return (await alertsStillAtRisk(db, { ids, now: clock.now() })).length > 0;
}

const ACTIONS = { take: takeAlerts, resolve: resolveAlerts } as const;

async function act(acting: Acting, asked: { action: Action; ids: readonly string[] }): Promise<Notice[]> {
  const { db, actor } = acting;
  const { action, ids } = asked;
  if (ids.length === 0) return [{ kind: 'refused', text: 'Select at least one.' }];
  const owners = await db.alert.findMany({
    where: { id: { in: [...ids] }, state: 'taken', takenBy: { not: actor } },
    select: { id: true, takenBy: true },
  });
  const end = await ACTIONS[action].act(acting, { ids });
  if (end.kind !== 'done') return [noticeOf(end)];
  const { done, refused } = end.answer;
  const before = owners.filter(({ id }) => done.includes(id)).flatMap(({ takenBy }) => takenBy ?? []);
  const notices: Notice[] =
    done.length > 0 ? [{ kind: 'done', text: doneText(action, done.length, before) }] : [];
  for (const why of new Set(refused.map((one) => one.why))) {
    const same = refused.filter((one) => one.why === why);
    const [only, ...others] = same;
    const since = only && others.length === 0 && why === 'resolved' ? await byWhom(db, only.id) : '';
    notices.push({
      kind: 'refused',
      text: `${counted(same.length, 'alert')} not ${PAST[action]}: ${alertRefusal(why, same.length)}${since}.`,
    });
  }
  return notices;
}

const PAST: Record<Action, string> = { take: 'taken', resolve: 'resolved' };

/** @param before who had them until now, other than the actor */
function doneText(action: Action, count: number, before: readonly string[]): string {
  const from = [...new Set(before)].join(', ');
  const alerts = counted(count, 'alert');
  if (before.length === 0) return action === 'take' ? `You have taken ${alerts}.` : `${alerts} resolved.`;
  return action === 'take'
    ? `You have taken ${alerts}; taken over from ${from}: ${before.length}.`
    : `${alerts} resolved; taken until now by ${from}: ${before.length}.`;
}

/** Who resolved it; if the problem is gone the hub itself resolves it, without an entry in the trail. */
async function byWhom(db: Database, id: string): Promise<string> {
  const [last] = await auditTrail(db, { subject: `alert:${id}`, limit: 1 });
  return last?.action === 'alert.resolve'
    ? ` (${last.actor} ${describeAction(last.action)} at ${last.at.toISOString()})`
    : ' (the problem is gone)';
}
