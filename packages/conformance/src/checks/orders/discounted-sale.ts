import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import { testVariants } from '../../catalogue/test-variants';
import type { Arrival } from '../../inbound/arrival';
import { arrivesCheck, type AskedEvent, eventCheck, oncePerRun } from '../shared/events';
import { type AskedSale, linesOf, OWN, ownSale, sold } from './sales';

/** Amounts that differ by less are the same, written differently. */
const SAME = 0.005;

interface DiscountedSale extends AskedSale {
  variantId: string;
}

/** The own sale again, with a discount. */
const discountedSale = oncePerRun(async (context): Promise<DiscountedSale> => {
  await ownSale(context);
  const [{ variantId }] = await testVariants(context, 1);
  const sale = await sold(context, [{ variantId, quantity: 2, network: false }], { discounted: true });
  return { ...sale, variantId };
});

const DISCOUNTED: AskedEvent<DiscountedSale> = { ...OWN, name: 'discounted_sale', asked: discountedSale };

/** Step 3, events of the store: the contract's rules of money, as far as an order shows them. */
export const DISCOUNTED_SALES: readonly Check[] = [
  arrivesCheck(DISCOUNTED),
  eventCheck(
    DISCOUNTED,
    {
      what: 'in_total_discounts',
      rule: 'total_discounts is the whole discount of the order, VAT included; an explicit 0 where there is none.',
    },
    async ({ data }, _, context) => {
      const orderId = String(data['order_id']);
      const discount = await asked(
        context,
        `say how much discount order ${orderId} has`,
        context.people.findDiscount(orderId),
      );
      const sent = data['total_discounts'];
      if (typeof sent !== 'number' || Math.abs(sent - discount) >= SAME)
        throw new CheckFault(
          `the order has a discount of ${discount}, total_discounts is ${JSON.stringify(sent) ?? 'missing'}`,
          'send the sum of all discounts on products, VAT included, as total_discounts',
        );
    },
  ),
  eventCheck(
    DISCOUNTED,
    {
      what: 'at_full_unit_price',
      rule: 'unit_price is the price of one piece before any discount: a discount stands in total_discounts alone, not in both.',
    },
    async (arrival, { variantId }, context) => {
      const { arrival: plain } = await ownSale(context);
      const [full, sent] = [priceOf(plain, variantId), priceOf(arrival, variantId)];
      if (Math.abs(full - sent) >= SAME)
        throw new CheckFault(
          `a piece of variant ${variantId} costs ${full}; in the order with a discount its unit_price is ${sent}`,
          'send the price before discounts as unit_price: the discount is taken off once, from total_discounts',
        );
    },
  ),
];

function priceOf(arrival: Arrival | null, variantId: string): number {
  const line = arrival && linesOf(arrival).find((one) => one['variant_id'] === variantId);
  const price = line?.['unit_price'];
  if (typeof price === 'number') return price;
  throw new NotRun(`it needs the unit_price of variant ${variantId}: see orders.own_sale_valid`);
}
