import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { readVariant } from '../../catalogue/read-variant';
import { describeVariant, testVariants } from '../../catalogue/test-variants';
import { eventually } from '../../eventually';
import { place, placeOne, shippingOrder } from '../orders/shipping-order';
import { stop } from './stopping';

const step = 'cancellation';
const direction = 'to_store';

/** A shipping order of which nothing has left is stopped. */
export const STOPPED: readonly Check[] = [
  {
    id: 'cancellation.stopped',
    step,
    direction,
    rule: 'POST /cancel stops a shipping order of which nothing has shipped; the receipt has success, both ids of the request and the status stopped.',
    async play(context) {
      await stop(context, await placeOne(context));
    },
  },
  {
    id: 'cancellation.stays_stopped',
    step,
    direction,
    rule: 'A stopped order stays stopped: its POST /orders, repeated late, gets the receipt it had, and no new order.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      const body = shippingOrder(context.target, [[variant, 1]]);
      const placed = await place(context, body);
      await stop(context, placed);
      const again = await place(context, body, 'POST /orders, repeated after the order was stopped');
      if (again.orderId !== placed.orderId)
        throw new CheckFault(
          `the repeat created order ${again.orderId} beside the stopped ${placed.orderId}`,
          'keep the reference of an order permanently, also once it is stopped',
        );
      context.run.open.delete(placed.orderId);
    },
  },
  {
    id: 'cancellation.stopped_in_shop',
    step,
    direction,
    rule: 'A stopped order is stopped for the people of the store too: they do not ship it.',
    async play(context) {
      const { externalRef, ...order } = await placeOne(context);
      await stop(context, { externalRef, ...order });
      const what = `look up the order with the reference ${externalRef}`;
      const seen = await asked(context, what, context.people.findShippingOrder(externalRef));
      if (!seen.stopped)
        throw new CheckFault(
          'the order does not count as stopped in the shop',
          'cancel the order itself before the receipt goes out, so that it leaves the list of what is to be shipped',
        );
    },
  },
  {
    id: 'cancellation.stock_released',
    step,
    direction,
    rule: 'With the order its stock is released: it can be sold again.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      const before = await ownStock(context, variant.variantId);
      const placed = await place(context, shippingOrder(context.target, [[variant, 1]]));
      const held = await ownStock(context, variant.variantId);
      await stop(context, placed);
      const look = () => ownStock(context, variant.variantId);
      const after = await eventually(context, look, (there) => held >= before || there > held);
      const seen = `${before} of ${describeVariant(variant)} before the order, ${held} with it, ${after} once it was stopped`;
      context.evidence.note(seen);
      if (held < before && after <= held)
        throw new CheckFault(
          seen,
          'put the quantity back to the location it was taken from as the order is stopped',
        );
    },
  },
];

async function ownStock(context: CheckContext, variantId: string): Promise<number> {
  return (await readVariant(context, variantId))
    .filter(({ location_id }) => location_id !== context.target.hubNetworkLocationId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
