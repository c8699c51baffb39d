import type { Database } from '@hub/database';
import { eraseCustomer } from '../customer/erase-customer';
import { exportCustomer } from '../customer/export-customer';
import type { CustomerName } from '../customer/find-customer';
import { z } from 'zod';
import { act, reveal } from './command';
import { CommandFault } from './command-fault';
import { Text } from './fields';
import { requireOrder } from './orders/require-order';

/** One customer: by e-mail address, by telephone number, or only one order. */
const Customer = z.strictObject({
  email: Text.optional(),
  phone: Text.optional(),
  order: Text.optional(),
  shop: Text.optional(),
});

/** All stored data of a customer, at their request; recorded. */
export const customerExport = reveal({
  input: Customer,
  run: async ({ db, actor, cipher }, given) =>
    exportCustomer(db, { name: await nameOf(db, given), actor, cipher }),
});

/** Erases the stored data of a customer, at their request, or reports what that would do. */
export const customerErase = act({
  role: 'lead',
  input: z.strictObject({ ...Customer.shape, carry_out: z.boolean() }),
  run: async ({ db, actor, cipher }, { carry_out: carryOut, ...given }) => {
    const name = await nameOf(db, given);
    const { erased, open, deadLetters, sentBodies } = await eraseCustomer(db, {
      name,
      actor,
      carryOut,
      cipher,
    });
    return {
      carried_out: carryOut,
      erased: erased.map(({ shop, orderId }) => ({ shop, order_id: orderId })),
      open: open.map((order) => ({ shop: order.shop, order_id: order.orderId, why: order.open })),
      dead_letters: { deleted: deadLetters.deleted, open: deadLetters.open },
      sent_bodies: sentBodies,
    };
  },
});

async function nameOf(
  db: Database,
  { email, phone, order, shop }: z.output<typeof Customer>,
): Promise<CustomerName> {
  if ([email, phone, order].filter((given) => given !== undefined).length !== 1)
    throw new CommandFault('invalid', ['give one of email, phone and order']);
  if (email !== undefined) return { email };
  if (phone !== undefined) return { phone };
  return { sellerOrderId: (await requireOrder(db, { order: order ?? '', shop })).id };
}
