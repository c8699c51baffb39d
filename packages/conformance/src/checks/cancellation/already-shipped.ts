import { asked } from '../../asked';
import type { Check } from '../../check';
import { testVariants } from '../../catalogue/test-variants';
import { requireRefusal } from '../../judge';
import { place, shippingOrder } from '../orders/shipping-order';
import { cancelOf } from './stopping';

export const ALREADY_SHIPPED: Check = {
  id: 'cancellation.already_shipped',
  step: 'cancellation',
  direction: 'to_store',
  rule: 'Once a line of an order has shipped, POST /cancel is refused as 409 order_already_shipped, every time, and changes nothing.',
  async play(context) {
    const { people, store, target, run } = context;
    const [first, second = first] = await testVariants(context, 2);
    const order = await place(
      context,
      shippingOrder(target, [
        [first, 1],
        [second, 1],
      ]),
    );
    const { orderId, externalRef, lines } = order;
    const package_ = lines
      .slice(0, 1)
      .map(({ external_ref, quantity }) => ({ externalRef: external_ref, quantity }));
    await asked(
      context,
      `ship the first line of shipping order ${orderId} (${externalRef}), and leave the other`,
      people.ship({ orderId, externalRef, lines: package_ }),
    );
    run.open.delete(orderId);
    const { call } = cancelOf(order);
    for (const time of ['', ', repeated', ', under another reference']) {
      const answer = await store.deliver(time.includes('another') ? cancelOf(order).call : call);
      requireRefusal(answer, 'order_already_shipped', `POST /cancel of an order with a shipped line${time}`);
    }
  },
};
