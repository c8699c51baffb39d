import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import { PLACING } from './placing';

export const CREATED_ONCE: Check = {
  id: 'orders.created_once',
  step: 'orders',
  direction: 'to_store',
  rule: 'However often it was asked for, the shop has one order of a reference: paid, tagged hub_ship, to be shipped.',
  async play(context) {
    const { people, store } = context;
    const fresh = await PLACING.fresh(context);
    const { external_ref } = fresh.call.body;
    await store.once({ ...fresh.call, cut: 'sent' });
    await Promise.all(Array.from({ length: PLACING.definition.atOnce }, () => store.deliver(fresh.call)));
    await PLACING.carryOut(context, fresh);
    const seen = await asked(
      context,
      `look up the orders with the reference ${external_ref}`,
      people.findShippingOrder(external_ref),
    );
    if (seen.orders !== 1)
      throw new CheckFault(
        `the shop has ${seen.orders} orders with the reference ${external_ref}`,
        'claim external_ref in a unique index in the transaction that creates the order, before anything else',
      );
    if (!seen.paid)
      throw new CheckFault(
        'the order does not count as paid',
        'create it as paid: nothing is collected from the customer',
      );
    if (!seen.tagged)
      throw new CheckFault(
        'the order does not carry the tag hub_ship',
        'keep the tag of the request on the order',
      );
    if (seen.stopped) throw new CheckFault('the order is stopped in the shop', 'let it stand to be shipped');
  },
};
