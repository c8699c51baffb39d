import { ShippingOrderReceipt, type ShippingOrderRequest } from '@hub/contract';
import { testVariants } from '../../catalogue/test-variants';
import { IdempotentCall } from '../shared/idempotent-call';
import { shippingOrder } from './shipping-order';

/** `POST /orders` under its `external_ref`: an order of one piece. */
export const PLACING = new IdempotentCall<ShippingOrderRequest>({
  step: 'orders',
  operation: 'place_order',
  name: 'place',
  receipt: ShippingOrderReceipt,
  identity: 'order_id',
  atOnce: 20,
  async fresh(context) {
    const [variant] = await testVariants(context, 1);
    const body = shippingOrder(context.target, [[variant, 1]]);
    return { call: { operation: 'place_order', body }, echoed: { external_ref: body.external_ref } };
  },
  changed: (_, body) =>
    Promise.resolve([
      [
        'another quantity',
        { ...body, line_items: body.line_items.map((line) => ({ ...line, quantity: 2 })) },
      ],
      ['another address', { ...body, ship_to: { ...body.ship_to, address_line1: 'Another Street 2' } }],
    ]),
});
