import { randomUUID } from 'node:crypto';
import { ShippingOrderReceipt, type ShippingOrderRequest, sign } from '@hub/contract';
import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { testVariants } from '../../catalogue/test-variants';
import { requireReceipt, requireRefusal } from '../../judge';
import { newReference } from '../../references';
import { shippingOrder } from './shipping-order';

const step = 'orders';
const direction = 'to_store';

/** A refused order has no effect. */
export const REFUSED_WHOLE: readonly Check[] = [
  {
    id: 'orders.refused_for_one_line',
    step,
    direction,
    rule: 'An order of which one line is unknown is refused as a whole, however often it comes.',
    async play(context) {
      await refuseForOneLine(context);
    },
  },
  {
    id: 'orders.refused_without_signature',
    step,
    direction,
    rule: 'An order whose signature is wrong is not remembered: the same order, signed rightly, is created.',
    async play(context) {
      const body = await refuseForSignature(context);
      const answer = await context.store.deliver({ operation: 'place_order', body });
      const to = 'POST /orders, signed rightly after a wrong signature was refused';
      requireReceipt(answer, {
        schema: ShippingOrderReceipt,
        echoed: { external_ref: body.external_ref },
        to,
      });
    },
  },
  {
    id: 'orders.refused_in_shop',
    step,
    direction,
    rule: 'Nothing of a refused order is in the shop.',
    async play(context) {
      for (const { external_ref } of [await refuseForOneLine(context), await refuseForSignature(context)]) {
        const what = `look up the orders with the reference ${external_ref}`;
        const { orders } = await asked(context, what, context.people.findShippingOrder(external_ref));
        if (orders > 0)
          throw new CheckFault(
            `orders in the shop with a reference that it refused: ${orders}`,
            'judge credentials and every line before anything is created, or create in one transaction with that',
          );
      }
    },
  },
];

async function refuseForOneLine({ store, ...context }: CheckContext): Promise<ShippingOrderRequest> {
  const [variant] = await testVariants({ store, ...context }, 1);
  const unknown = { variantId: newReference(), barcode: null, sku: null, title: null };
  const body = shippingOrder(context.target, [
    [variant, 1],
    [unknown, 1],
  ]);
  for (const time of ['', ', identical again']) {
    const answer = await store.deliver({ operation: 'place_order', body });
    requireRefusal(answer, 'unknown_variant', `POST /orders with a known and an unknown variant${time}`);
  }
  return body;
}

async function refuseForSignature(context: CheckContext): Promise<ShippingOrderRequest> {
  const [variant] = await testVariants(context, 1);
  const body = shippingOrder(context.target, [[variant, 1]]);
  const signature = sign(`wrong-${randomUUID()}`, JSON.stringify(body));
  const answer = await context.store.once({ operation: 'place_order', body, signature });
  requireRefusal(answer, 'unauthorized', 'POST /orders with a wrong signature');
  return body;
}
