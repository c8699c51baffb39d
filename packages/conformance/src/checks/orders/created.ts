import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import { variantsOf } from '../../catalogue/catalogue-run';
import { knownCatalogue } from '../../catalogue/known-catalogue';
import { testVariants } from '../../catalogue/test-variants';
import { fullAddress, place, placeOne, shippingOrder } from './shipping-order';

const step = 'orders';
const direction = 'to_store';

/** Orders that the store must accept, each with another shape. */
export const CREATED: readonly Check[] = [
  {
    id: 'orders.created',
    step,
    direction,
    rule: 'A shipping order is created and its receipt has success, the reference of the request, the store’s order_id and the status created.',
    async play(context) {
      await placeOne(context);
    },
  },
  {
    id: 'orders.created_apart',
    step,
    direction,
    rule: 'Each reference is an order of its own, with an order_id that no other order has.',
    async play(context) {
      const [first, second] = [await placeOne(context), await placeOne(context)];
      if (first.orderId === second.orderId)
        throw new CheckFault(
          `two orders under two references got the same order_id ${first.orderId}`,
          'answer with the stable id of the order that this very request created',
        );
    },
  },
  {
    id: 'orders.created_of_several_lines',
    step,
    direction,
    rule: 'One order carries several lines, also of the same variant, each with its own reference and quantity.',
    async play(context) {
      const [first, second = first] = await testVariants(context, 2);
      const lines = [
        [first, 2],
        [first, 1],
        [second, 1],
      ] as const;
      await place(context, shippingOrder(context.target, lines), 'POST /orders with three lines');
    },
  },
  {
    id: 'orders.created_with_full_address',
    step,
    direction,
    rule: 'Every optional field of an address is taken, and text in any script.',
    async play(context) {
      const { target } = context;
      const [variant] = await testVariants(context, 1);
      const body = { ...shippingOrder(target, [[variant, 1]]), ship_to: fullAddress(target) };
      await place(context, body, 'POST /orders with every field of an address');
    },
  },
  {
    id: 'orders.created_by_barcode',
    step,
    direction,
    rule: 'A line without a variant_id is found by its barcode.',
    async play(context) {
      const listed = variantsOf(await knownCatalogue(context)).map(({ variant }) => variant.barcode);
      const variants = await testVariants(context, Number.MAX_SAFE_INTEGER);
      const known = variants.find(
        ({ barcode }) => barcode !== null && listed.filter((one) => one === barcode).length === 1,
      );
      if (!known)
        return context.evidence.note('no variant carries a barcode of its own: nothing to find it by');
      const body = shippingOrder(context.target, [[known, 1]]);
      const byBarcode = {
        ...body,
        line_items: body.line_items.map((line) => ({ ...line, variant_id: null })),
      };
      await place(context, byBarcode, 'POST /orders with a barcode and no variant_id');
    },
  },
];
