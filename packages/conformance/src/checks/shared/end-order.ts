import type { CheckContext } from '../../check-context';
import { keepArrival } from '../../http/evidence';
import { eventOfOrder } from '../../inbound/caused-event';
import type { ShippedLines } from '../../people';
import { type Cause, eventOf } from './events';

/** Has the staff cancel a whole order that the store sold. */
export async function cancelSale(context: CheckContext, orderId: string): Promise<void> {
  await endByPeople(context, orderId, {
    what: `cancel the order ${orderId}, which the store sold`,
    expected: eventOfOrder('order.cancelled', { orderId }),
    act: (people) => people.cancelSale(orderId),
  });
}

/** Has the staff take back the goods of a shipping order. */
export async function takeBack(context: CheckContext, shipped: ShippedLines): Promise<void> {
  await endByPeople(context, shipped.orderId, {
    what: `process the return of all goods of shipping order ${shipped.orderId}`,
    expected: eventOfOrder('return.created', shipped),
    act: (people) => people.takeBack(shipped),
  });
}

/** The order has ended when its event says so; where no events are received, the staff's answer counts. */
async function endByPeople(context: CheckContext, orderId: string, cause: Cause): Promise<void> {
  const { inbox, people, evidence, run } = context;
  if (inbox) {
    const arrival = await eventOf(context, cause);
    if (!arrival) return;
    keepArrival(evidence, arrival);
  } else if ((await cause.act(people)) === null) return;
  run.unended.delete(orderId);
}
