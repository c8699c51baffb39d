import { COMMANDS, enqueueEach, type Pass } from '@hub/messaging';
import { takeDue } from './placing-records';

const SHIPPING_ORDERS = 200;

/** Injection passes (D23): has shipping orders placed that are due, whatever became of their commands. */
export function placingPass(everyMs: number, lookAgainMs: number): Pass {
  return {
    name: 'placing',
    everyMs,
    async run(tx, now) {
      const lookAgainAt = new Date(now + lookAgainMs);
      const due = await takeDue(tx, { now, lookAgainAt, limit: SHIPPING_ORDERS });
      await enqueueEach(
        tx,
        COMMANDS.placeShippingOrder,
        due.map(({ shippingOrderId, correlation }) => ({ payload: { shippingOrderId }, correlation })),
      );
      return due.length;
    },
  };
}
