import type { DeadLetterAction } from '@hub/support-desk';

/** What becomes of messages, after a count of them. */
export const ACTION_LABELS: Record<DeadLetterAction, string> = {
  replay: 'sent again to their queues',
  discard: 'discarded',
  restore: 'restored',
};
