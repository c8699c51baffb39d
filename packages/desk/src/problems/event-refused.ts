import { Prisma } from '@hub/database';
import { failureText, KEPT_MS } from './terms';
import { problem } from './problem';

/** Events about orders, as the partial index of refused ones names them. */
const OF_ORDERS = Prisma.raw(`('fulfillment.shipped', 'order.cancelled', 'return.created')`);

/**
 * The last refused package, cancellation and return of a known order (D38), until a later one is accepted or an agent closes
 * it. Refusals that state a fact correctly do not count.
 */
export const eventRefused = problem({
  name: 'event_refused',
  one: 'package, cancellation or return of an order was refused',
  many: 'packages, cancellations or returns of orders were refused',
  caseTitle: (shop) => `Packages, cancellations or returns that ${shop} sent are refused`,
  means:
    'What the shop reported has no effect: a parcel, a cancellation or a return is not known to the other shop.',
  promise: 'The shop corrects the event and sends it again with a new event id.',
  whoMustAct: () => 'shipping_shop',
  why: ({ reason }) => failureText(reason),
  runbook: 'event-refused',
  rows: ({ ofOrders, now }) => Prisma.sql`
    SELECT * FROM (
      SELECT DISTINCT ON (o.id, e.shop_id, e.event)
        'event_refused', o.id, o.shop_id, o.order_id, NULL, e.id, 'sent_event:' || e.id,
        concat_ws(' ', e.event, e.status::text, e.code, e.field), e.shop_id, e.event_id, e.received_at, true, true, false,
        NULL::numeric, NULL
      FROM sent_event e
      JOIN LATERAL (
        SELECT own.id AS seller_order_id, own.order_id AS name FROM seller_order own
        WHERE own.shop_id = e.shop_id AND own.order_id = e.about
        UNION SELECT s.seller_order_id, s.store_order_id FROM shipping_order s
        WHERE s.shop_id = e.shop_id AND s.store_order_id = e.about
        UNION SELECT s.seller_order_id, s.store_order_id FROM shipping_order s
        WHERE s.external_ref = e.reference AND s.shop_id = e.shop_id
      ) named ON true
      JOIN seller_order o ON o.id = named.seller_order_id
      WHERE e.event IN ${OF_ORDERS} AND e.status BETWEEN 400 AND 499 AND e.received_at > ${new Date(now - KEPT_MS)}
        AND e.status NOT IN (401, 403) AND e.code NOT IN ('order_already_shipped', 'quantity_exceeded') AND ${ofOrders}
        AND NOT EXISTS (
          SELECT FROM sent_event later
          WHERE later.about = named.name AND later.shop_id = e.shop_id AND later.event = e.event AND later.status = 200
            AND later.received_at > e.received_at)
        AND NOT EXISTS (
          SELECT FROM support_action closed
          WHERE closed.subject = 'order:' || o.id AND closed.action = 'order.close_event'
            AND closed.detail ->> 'event' = e.event AND closed.at > e.received_at)
      ORDER BY o.id, e.shop_id, e.event, e.received_at DESC
    ) latest`,
});
