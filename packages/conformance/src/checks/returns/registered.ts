import { asked } from '../../asked';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import { REGISTERING } from './registering';

const step = 'returns';
const direction = 'to_store';

export const REGISTERED: Check = {
  id: 'returns.registered',
  step,
  direction,
  rule: 'POST /returns creates a return on the order that the store sold; the receipt has the reference of the request and the store’s return_id.',
  async play(context) {
    await REGISTERING.carryOut(context, await REGISTERING.fresh(context));
  },
};

export const REGISTERED_ONCE: Check = {
  id: 'returns.registered_once',
  step,
  direction,
  rule: 'However often the service repeats a return, the order of the store has it once.',
  async play(context) {
    const { fresh } = await REGISTERING.settled(context);
    for (let time = 0; time < 3; time += 1) await REGISTERING.carryOut(context, fresh);
    const { order_id: orderId } = fresh.call.body;
    const expected = context.run.ownLines.filter((line) => line.orderId === orderId && line.returned).length;
    const count = await asked(
      context,
      `count the returns that order ${orderId} has`,
      context.people.countReturns(orderId),
    );
    if (count !== expected)
      throw new CheckFault(
        `order ${orderId} has ${count} returns, the service asked for ${expected}, each several times`,
        'keep external_ref with the return under a unique index, and answer a repeat with its return_id',
      );
  },
};
