import type { Undo } from '../engine/action';
import { CASES } from './case-state';
import type { CaseAction, LockedCase } from './decide-case-action';

/**
 * What takes an action on a case back; undefined: nothing does.
 * @param before the case before the action
 * @param now ms: a snooze that is over is not begun again
 */
export function undoOf(
  id: string,
  before: Pick<LockedCase, 'owner' | 'snoozedUntil' | 'ticketUrl'>,
  { done, now }: { done: CaseAction; now: number },
): Undo | undefined {
  const to = (path: string, label: string, fields: Undo['fields'] = {}): Undo => ({
    path: `${CASES}/${id}/${path}`,
    label: `Undo: ${label}`,
    fields,
  });
  const { snoozedUntil } = before;
  const until = snoozedUntil !== null && snoozedUntil.getTime() > now ? snoozedUntil.toISOString() : null;
  switch (done.kind) {
    case 'take':
    case 'hand_over':
    case 'release':
      return before.owner === null
        ? to('release', 'give it back')
        : to('hand-over', `give it back to ${before.owner}`, { to: before.owner });
    case 'snooze':
      return until === null ? to('wake', 'end the snooze') : to('snooze', 'snooze it as before', { until });
    case 'wake':
      return until === null ? undefined : to('snooze', 'snooze it as before', { until });
    case 'link':
      return to('link', 'link it as before', { url: before.ticketUrl ?? '' });
    case 'close':
      return to('reopen', 'open it again');
    case 'note':
    case 'reopen':
      return undefined;
  }
}
