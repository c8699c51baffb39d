import { Prisma } from '@hub/database';
import { isRest } from '@hub/orders/records';
import { problem } from './problem';

/** Pieces of a partly shipped shipping order that are in no package, once it is stated that they may not ship (D12). */
export const restNotShipped = problem({
  name: 'rest_not_shipped',
  one: 'line of a partly shipped order may not ship',
  many: 'lines of partly shipped orders may not ship',
  caseTitle: (shop) => `The rest of orders partly shipped by ${shop} may not ship`,
  means:
    'Some of the order has shipped. Its shop cannot ship the rest, or its customer does not want it: ask the shop, and have a lead end the rest.',
  promise: 'The customer gets the rest, or the money for it.',
  whoMustAct: () => 'lead',
  why: ({ reason, storeName }) =>
    reason === 'cannot_ship'
      ? `${storeName ?? 'its shop'} says that it cannot ship`
      : 'its selling shop cancelled, and was refused because of a package',
  runbook: 'rest-not-shipped',
  rows: ({ ofOrders }) => Prisma.sql`
    SELECT 'rest_not_shipped', o.id, o.shop_id, o.order_id, line.line_item_id, given.id, 'shipping_order:' || s.id,
      s.rest_statement::text, s.shop_id, s.external_ref, s.rest_stated_at, true, true, true,
      line.unit_price * (given.quantity - given.packaged), NULL
    FROM shipping_order s
    JOIN seller_order o ON o.id = s.seller_order_id
    JOIN shipping_order_line given ON given.shipping_order_id = s.id
    JOIN order_line line ON line.id = given.order_line_id
    WHERE s.rest_stated_at IS NOT NULL AND ${ofOrders}
      AND ${isRest({ shippingOrder: 's', given: 'given', line: 'line' })}`,
});
