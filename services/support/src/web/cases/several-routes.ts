import { CASE_ACTIONS, CASE_REFUSAL_LABELS } from '@hub/desk/cases';
import type { Acting } from '@hub/desk/engine';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { addNotice } from '../access/session';
import type { Notice } from '../access/browser-state';
import { actingOf } from '../actions/action-routes';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { readIds } from '../layout/read-ids';

const AT_ONCE = 100;
const Form = z.object({
  action: z.enum(['take', 'release']),
  /** The list that the form was on: no other address. */
  back: z
    .string()
    .max(2_000)
    .regex(/^\/(?:first|cases)?(?:\?[^\s\\]*)?$/)
    .catch('/'),
});
type Action = z.output<typeof Form>['action'];

const DONE: Record<Action, (count: string) => string> = {
  take: (count) => `You have taken ${count}.`,
  release: (count) => `You have given back ${count}.`,
};
const NOT: Record<Action, string> = { take: 'not taken', release: 'not given back' };

/** Takes several ticked cases, or gives them back: each by its own action, with its own entry in history and audit. */
export function addSeveralRoutes(router: Router, desk: Desk): void {
  router.post('/act', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body);
    if (!form.success) throw new PageError(400, 'It is not said what to do with the cases.');
    const { action, back } = form.data;
    const ids = readIds(request.body);
    if (ids.length > AT_ONCE) throw new PageError(400, `At most ${AT_ONCE} cases at once.`);
    for (const notice of await actOn(actingOf(desk, request), action, ids)) addNotice(request, notice);
    response.redirect(303, back);
  });
}

async function actOn(acting: Acting, action: Action, ids: readonly string[]): Promise<Notice[]> {
  if (ids.length === 0) return [{ kind: 'refused', text: 'Select at least one.' }];
  let done = 0;
  const refused = new Map<string, number>();
  for (const id of new Set(ids)) {
    const end = await CASE_ACTIONS[action].act(acting, { case: id });
    if (end.kind === 'done') done += 1;
    else {
      const why = end.kind === 'refused' ? (end.why ?? end.says) : CASE_REFUSAL_LABELS.unknown;
      refused.set(why, (refused.get(why) ?? 0) + 1);
    }
  }
  return [
    ...(done > 0 ? [{ kind: 'done', text: DONE[action](casesText(done)) } as const] : []),
    ...[...refused].map(
      ([why, count]) => ({ kind: 'refused', text: `${casesText(count)} ${NOT[action]}: ${why}.` }) as const,
    ),
  ];
}

const casesText = (count: number): string => (count === 1 ? '1 case' : `${count} cases`);
