import { CASE_ACTIONS, CASE_REFUSAL_LABELS, CASES } from '@hub/desk/cases';
import type { ActionEnd } from '@hub/desk/engine';
import type { Router } from 'express';
import { addActionRoutes } from '../actions/action-routes';
import type { Desk } from '../desk';

/** Taking a case, handing it over, giving it back, notes, snoozing, its ticket, closing it. */
export function addActRoutes(router: Router, desk: Desk): void {
  for (const [kind, action] of Object.entries(CASE_ACTIONS))
    addActionRoutes(router, desk, {
      path: `/:id/${kind.replace('_', '-')}`,
      action,
      section: 'cases',
      find: async (_desk, { params, body }) => {
        const href = `${CASES}/${String(params['id'])}`;
        const text = kind === 'note' ? { text: String(body?.note ?? '') } : {};
        return { input: { case: params['id'], ...text }, place: { href, name: 'The case' } };
      },
      ...(kind === 'close' && { after: (end, href) => (isStillUnwell(end) ? `${href}/close` : href) }),
    });
}

/** It is closed only after the page has said what is in difficulty. */
const isStillUnwell = (end: ActionEnd<unknown>): boolean =>
  end.kind === 'refused' && end.why === CASE_REFUSAL_LABELS.still_unwell;
