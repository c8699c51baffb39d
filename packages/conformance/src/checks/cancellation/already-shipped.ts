import { asked } from '../../asked';
import type { Check } from '../../check';
import type { CheckContext } from '../../check-context';
import { testVariants } from '../../catalogue/test-variants';
import { requireRefusal } from '../../judge';
import type { ShippedLines } from '../../people';
import { place, shippingOrder } from '../orders/shipping-order';
import { takeBack } from '../shared/end-order';
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
    const { orderId, externalRef } = order;
    const all = order.lines.map(({ external_ref, quantity }) => ({ externalRef: external_ref, quantity }));
    const what = `ship the first line of shipping order ${orderId} (${externalRef}), and leave the other`;
    await asked(context, what, people.ship({ orderId, externalRef, lines: all.slice(0, 1) }));
    run.open.delete(orderId);
    const whole = { orderId, externalRef, lines: all };
    run.unended.set(orderId, {
      what: `shipping order ${orderId}, shipped in part for the rehearsal: take it back`,
      end: (ending) => shipAndTakeBack(ending, whole),
    });
    const { call } = cancelOf(order);
    for (const time of ['', ', repeated', ', under another reference']) {
      const answer = await store.deliver(time.includes('another') ? cancelOf(order).call : call);
      requireRefusal(answer, 'order_already_shipped', `POST /cancel of an order with a shipped line${time}`);
    }
    await shipAndTakeBack(context, whole);
  },
};

/** A shipped order can no longer be stopped: the rest is shipped too, and all of it comes back. */
async function shipAndTakeBack(context: CheckContext, order: ShippedLines): Promise<void> {
  if (await context.people.ship({ ...order, lines: order.lines.slice(1) })) await takeBack(context, order);
}
