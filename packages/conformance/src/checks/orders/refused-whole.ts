import { randomUUID } from 'node:crypto';
import { ShippingOrderReceipt, type ShippingOrderRequest, sign } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { testVariants } from '../../catalogue/test-variants';
import { codeOf, describeAnswer, requireReceipt, requireRefusal } from '../../judge';
import { newReference } from '../../references';
import { shippingOrder } from './shipping-order';

/** What was refused has left nothing: the reference is still free for the right order. */
export const REFUSED_WHOLE: readonly Check[] = [
  {
    id: 'orders.refused_for_one_line',
    step: 'orders',
    direction: 'to_store',
    rule: 'An order of which one line is unknown is refused as a whole; nothing of it is created.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      const unknown = { variantId: newReference(), barcode: null, sku: null, title: null };
      const wrong = shippingOrder(context.target, [
        [variant, 1],
        [unknown, 1],
      ]);
      const answer = await context.store.deliver({ operation: 'place_order', body: wrong });
      requireRefusal(answer, 'unknown_variant', 'POST /orders with one known and one unknown variant');
      await requireFree(context, { ...wrong, line_items: wrong.line_items.slice(0, 1) });
    },
  },
  {
    id: 'orders.refused_without_signature',
    step: 'orders',
    direction: 'to_store',
    rule: 'An order that is not signed rightly is neither created nor remembered.',
    async play(context) {
      const [variant] = await testVariants(context, 1);
      const wrong = shippingOrder(context.target, [[variant, 2]]);
      const signature = sign(`wrong-${randomUUID()}`, JSON.stringify(wrong));
      const answer = await context.store.once({ operation: 'place_order', body: wrong, signature });
      requireRefusal(answer, 'unauthorized', 'POST /orders with a wrong signature');
      const right = shippingOrder(context.target, [[variant, 1]]);
      await requireFree(context, { ...right, external_ref: wrong.external_ref });
    },
  },
];

async function requireFree({ store }: CheckContext, body: ShippingOrderRequest): Promise<void> {
  const to = 'POST /orders, right, under the reference of a refused order';
  const answer = await store.deliver({ operation: 'place_order', body });
  if (codeOf(answer) === 'idempotency_conflict')
    throw new CheckFault(
      `${to}: the store ${describeAnswer(answer)}`,
      'keep a reference only together with the order that it created, never of a request that was refused',
    );
  const echoed = { external_ref: body.external_ref };
  requireReceipt(answer, { schema: ShippingOrderReceipt, echoed, to });
}
