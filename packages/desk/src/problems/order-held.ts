import { Prisma } from '@hub/database';
import { whyHeld } from '../words/reason-texts';
import { PLACED } from './terms';
import { problem } from './problem';

/** An order that is held (D12, D25). */
export const orderHeld = problem({
  name: 'order_held',
  one: 'order is held',
  many: 'orders are held',
  caseTitle: (shop) => `Orders of ${shop} are held`,
  means: 'Nothing of a held order is given to a shop until an agent ends the hold.',
  promise: PLACED,
  due: 'in_an_hour',
  whoMustAct: () => 'agent',
  why: ({ reason }) => (reason === null ? 'no reason is recorded' : whyHeld(reason)),
  runbook: 'order-held',
  rows: ({ placedBefore, ofOrders }) => Prisma.sql`
    SELECT 'order_held', o.id, o.shop_id, o.order_id, NULL, o.id, 'order:' || o.id, o.held_reason, NULL, NULL,
      o.received_at, o.received_at < ${placedBefore}, true, false, NULL, NULL
    FROM seller_order o WHERE o.state = 'held' AND o.mode = 'live' AND ${ofOrders}`,
});
