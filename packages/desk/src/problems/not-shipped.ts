import { Prisma } from '@hub/database';
import { isRest } from '@hub/orders/records';
import { holdsLine } from '@hub/orders/states';
import { shouldShip } from '../works/ship-times';
import { problem } from './problem';

/** A line that its shop has and did not ship in its time (D38). One that is being stopped is not to ship. */
export const notShipped = problem({
  name: 'not_shipped',
  one: 'paid line was not shipped in time',
  many: 'paid lines were not shipped in time',
  caseTitle: (shop) => `${shop} has not shipped paid lines in time`,
  means: 'The shop has them and has reported no package. Their customers wait for a parcel.',
  promise: 'A shop ships within the time of its sheet: 72 hours if it names none.',
  due: 'by_shop',
  whoMustAct: () => 'shipping_shop',
  why: ({ storeName }) => `${storeName ?? 'its shop'} has reported no package for it`,
  runbook: 'not-shipped',
  rows({ ofOrders, shipTimes, now }) {
    const isDue = shouldShip(shipTimes, {
      shopId: Prisma.sql`s.shop_id`,
      placedAt: Prisma.sql`coalesce(s.placed_at, s.created_at)`,
    });
    return Prisma.sql`
    SELECT 'not_shipped', o.id, o.shop_id, o.order_id, line.line_item_id, s.id, 'shipping_order:' || s.id, NULL,
      s.shop_id, s.external_ref, coalesce(s.placed_at, s.created_at), true, true, false,
      line.unit_price * (l.quantity - l.packaged), NULL
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shipping_order_line l ON l.shipping_order_id = s.id AND l.packaged < l.quantity
    JOIN order_line line ON line.id = l.order_line_id
    WHERE s.state = 'placed' AND s.packed_at IS NULL AND ${isDue}
      AND (s.promised_by IS NULL OR s.promised_by < ${new Date(now)}) AND ${ofOrders} AND ${holdsLine({ shippingOrder: 's', line: 'line' })}
      AND NOT (s.rest_stated_at IS NOT NULL AND ${isRest({ shippingOrder: 's', given: 'l', line: 'line' })})
      AND NOT EXISTS (
        SELECT FROM shipping_order_stop stop
        WHERE stop.shipping_order_id = s.id AND stop.state NOT IN ('confirmed', 'already_shipped'))`;
  },
});
