import { findRefusedEvents } from '../../events/find-refused-events';
import { orderTimeline } from '../../orders/order-timeline';
import { searchOrders } from '../../orders/search-orders';
import { z } from 'zod';
import { look } from '../command';
import { CommandFault } from '../command-fault';
import { describeRefused } from '../events/describe-event';
import { NamedOrder, Text, time } from '../fields';
import { lookUpOrder } from './require-order';
import { describeOrder } from './describe-order';

const REFUSED_SHOWN = 5;

/** Orders by any identifier that people have; if there is none, refused events of this name. */
export const orderFind = look({
  input: z.strictObject({ text: Text }),
  run: async ({ db }, { text }) => {
    const { orders, articles } = await searchOrders(db, text);
    const refused = orders.length > 0 ? [] : await findRefusedEvents(db, text);
    return {
      orders: orders.map((order) => ({
        id: order.id,
        shop: order.shop,
        order_id: order.orderId,
        order_number: order.orderNumber,
        state: order.state,
        headline: order.headline,
        received_at: time(order.receivedAt),
      })),
      articles: articles.map(({ gtin, title }) => ({ gtin, title })),
      refused: refused.slice(0, REFUSED_SHOWN).map(describeRefused),
    };
  },
});

/** An order with its full history. */
export const orderShow = look({
  input: NamedOrder,
  run: async ({ db }, name) => {
    const timeline = await orderTimeline(db, (await lookUpOrder(db, name)).id);
    if (!timeline) throw new CommandFault('unknown', [`the order "${name.order}" is gone`]);
    return describeOrder(timeline);
  },
});
