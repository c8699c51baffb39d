import { Prisma } from '@hub/database';
import { failureText, KEPT_MS } from './terms';
import { problem } from './problem';

const isRehearsed = Prisma.sql`(
  EXISTS (SELECT FROM rehearsal_run r WHERE r.shop_id = e.shop_id AND e.received_at >= r.started_at)
  OR EXISTS (SELECT FROM golive_rehearsal r
    WHERE r.shop_id = e.shop_id AND e.received_at BETWEEN r.started_at AND r.ended_at))`;

/** While `orders` is on, a rehearsal only watches: what is refused then is a customer's (D32). */
const ordersWereOff = Prisma.sql`coalesce(
  (SELECT w.detail ->> 'to' FROM golive_entry w
    WHERE w.shop_id = e.shop_id AND w.kind = 'switched' AND w.capability = 'orders' AND w.at <= e.received_at
    ORDER BY w.id DESC LIMIT 1),
  (SELECT s.orders::text FROM shop s WHERE s.id = e.shop_id)) = 'off'`;

/**
 * An order that was refused permanently and has not been resent, once: the last answer to the shop (D33). Without unpaid ones,
 * those of a rehearsal that comes before `orders` is on, and those of a shop whose capability is off, which was offered no
 * network stock.
 */
export const refusedAtDoor = problem({
  name: 'refused_at_door',
  one: 'order that a shop sent was refused',
  many: 'orders that shops sent were refused',
  caseTitle: (shop) => `Orders that ${shop} sent are refused`,
  means:
    'Nothing of them is stored, and customers may have paid: the shop corrects them and sends new events.',
  promise: 'None yet: the order is not accepted.',
  whoMustAct: () => 'selling_shop',
  why: ({ reason }) => failureText(reason),
  runbook: 'order-refused',
  ofUnknownOrders: true,
  rows: ({ now }) => Prisma.sql`
    SELECT * FROM (
      SELECT DISTINCT ON (e.shop_id, coalesce(e.about, e.event_id, e.id::text))
        'refused_at_door', NULL::uuid, e.shop_id, e.about, NULL, e.id,
        'shop:' || e.shop_id || '/order:' || e.about, concat_ws(' ', e.status::text, e.code, e.field), NULL::int, e.event_id,
        e.received_at, true, true, true, NULL::numeric, NULL
      FROM sent_event e
      WHERE e.event = 'order.created' AND e.status BETWEEN 400 AND 499 AND e.received_at > ${new Date(now - KEPT_MS)}
        AND e.code NOT IN ('capability_disabled', 'unauthorized') AND e.field IS DISTINCT FROM 'data.payment_status'
        AND NOT (e.by_ingress AND ${isRehearsed} AND ${ordersWereOff})
        AND NOT EXISTS (SELECT FROM seller_order o WHERE o.shop_id = e.shop_id AND o.order_id = e.about)
      ORDER BY e.shop_id, coalesce(e.about, e.event_id, e.id::text), e.received_at DESC
    ) latest`,
});
