import type { InputOf } from '../desk/with-desk';

export type DeadAction = InputOf<'dead.act'>['action'];

/** What happened to messages, after their count. */
export const ACTION_LABELS: Record<DeadAction, string> = {
  replay: 'sent again to their queues',
  discard: 'discarded',
  restore: 'restored',
};
