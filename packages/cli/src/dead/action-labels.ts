import type { DeadAction } from './act-on-set';

/** What becomes of messages, after a count of them. */
export const ACTION_LABELS: Record<DeadAction, string> = {
  replay: 'sent again to their queues',
  discard: 'discarded',
  restore: 'restored',
};
