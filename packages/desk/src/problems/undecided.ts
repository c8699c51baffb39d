import { Prisma } from '@hub/database';
import { eventQueue } from '@hub/messaging';
import { failureText, KEPT_MS } from './terms';
import { problem } from './problem';

/** An order that no worker could decide, a discarded one too: the shop was asked to resend it, and may have given up. */
export const undecided = problem({
  name: 'undecided',
  one: 'order could not be decided',
  many: 'orders could not be decided',
  means: 'Their messages failed, so nothing of them is stored. The shop was asked to send them again.',
  promise: 'None yet: the order is not accepted.',
  whoMustAct: () => 'agent',
  why: ({ reason }) => failureText(reason),
  runbook: 'dead-letter',
  ofUnknownOrders: true,
  rows: ({ now }) => Prisma.sql`
    SELECT 'undecided', NULL::uuid, d.shop_id, d.order_id, NULL, d.id, 'dead_letter:' || d.id, d.reason, NULL, NULL,
      d.first_failed_at, true, true, true, NULL::numeric, NULL
    FROM dead_letter d
    WHERE d.origin = ${eventQueue('order.created').name} AND d.state IN ('open', 'replaying', 'discarded')
      AND d.last_failed_at > ${new Date(now - KEPT_MS)} AND d.shop_id IS NOT NULL AND d.order_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM seller_order o WHERE o.shop_id = d.shop_id AND o.order_id = d.order_id)`,
});
