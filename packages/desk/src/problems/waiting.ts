import { Prisma } from '@hub/database';
import { whyWaiting } from '../words/reason-texts';
import { PLACED } from './terms';
import { problem } from './problem';

const RATES = new Set(['no_consumer_vat', 'no_injection_vat', 'no_split_rate', 'price_too_large']);

/** A line for which no shop was found (D19). */
export const waiting = problem({
  name: 'waiting',
  one: 'line waits for a shop',
  many: 'lines wait for a shop',
  caseTitle: (shop) => `No shop for a line of ${shop}`,
  means: 'Customers have paid, and no shop ships yet.',
  promise: PLACED,
  due: 'in_an_hour',
  whoMustAct({ reason }) {
    if (reason === 'not_linked') return 'selling_shop';
    if (reason === null) return 'hub';
    return RATES.has(reason) ? 'lead' : 'agent';
  },
  why: ({ reason }) => (reason === null ? 'a shop is being looked for' : whyWaiting(reason)),
  runbook: 'line-waiting',
  rows: ({ placedBefore, ofOrders }) => Prisma.sql`
    SELECT 'waiting' AS situation, o.id, o.shop_id AS seller, o.order_id AS "orderId", l.line_item_id AS "lineItemId",
      l.id AS part, 'order:' || o.id AS subject, l.waiting_reason AS reason, NULL::int AS store, NULL::text AS reference,
      o.received_at AS since, o.received_at < ${placedBefore} AS overdue,
      l.waiting_reason IS NOT NULL OR o.received_at < ${placedBefore} AS "atRisk", false AS "gaveUp",
      l.unit_price * l.quantity AS amount, l.variant_id AS variant
    FROM order_line l
    JOIN seller_order o ON o.id = l.seller_order_id AND o.mode = 'live' AND o.state = 'accepted'
    WHERE l.state = 'waiting' AND ${ofOrders}`,
});
