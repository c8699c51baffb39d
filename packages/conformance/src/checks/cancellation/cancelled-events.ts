import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import type { Arrival } from '../../inbound/arrival';
import { eventOfOrder } from '../../inbound/caused-event';
import { networkSale } from '../orders/sales';
import { placedOrder } from '../orders/placed-order';
import { type AskedEvent, eventCheck, eventChecks, eventOf, oncePerRun } from '../shared/events';

const event = 'order.cancelled';

/** An order that was cancelled, under the id that its event must name. */
interface CancelledOrder {
  orderId: string;
  arrival: Arrival | null;
}

const cancelledSale = oncePerRun(async (context): Promise<CancelledOrder> => {
  const { arrival: sale } = await networkSale(context);
  const orderId = sale?.data['order_id'];
  if (typeof orderId !== 'string') throw new NotRun('it needs a sale: see orders.network_sale_arrives');
  const arrival = await eventOf(context, {
    what: `cancel the order ${orderId}, which the store sold`,
    expected: eventOfOrder(event, { orderId }),
    act: (people) => people.cancelSale(orderId),
  });
  if (arrival) context.run.unended.delete(orderId);
  return { orderId, arrival };
});

const unshippable = oncePerRun(async (context): Promise<CancelledOrder> => {
  const { orderId, externalRef } = await placedOrder(context, 1);
  const arrival = await eventOf(context, {
    what: `say that shipping order ${orderId} cannot be shipped`,
    expected: eventOfOrder(event, { orderId }),
    act: (people) => people.cannotShip({ orderId, externalRef }),
  });
  return { orderId, arrival };
});

const SALE: AskedEvent<CancelledOrder> = {
  step: 'cancellation',
  event,
  name: 'sale_cancelled',
  when: 'when an order that the store sold is cancelled as a whole before it shipped',
  asked: cancelledSale,
};
const CANNOT_SHIP: AskedEvent<CancelledOrder> = {
  ...SALE,
  name: 'cannot_ship',
  when: 'when the store cannot ship a shipping order',
  asked: unshippable,
};

/** Step 4, events of the store. */
export const CANCELLATIONS: readonly Check[] = [
  ...eventChecks(SALE),
  namesOrder(SALE, 'The cancellation of a sale names the order_id of its order.created.'),
  ...eventChecks(CANNOT_SHIP),
  namesOrder(
    CANNOT_SHIP,
    'A store that cannot ship names the order_id it gave in the receipt of POST /orders.',
  ),
];

function namesOrder(asked: AskedEvent<CancelledOrder>, rule: string): Check {
  return eventCheck(asked, { what: 'names_the_order', rule }, ({ data }, { orderId }) => {
    if (data['order_id'] !== orderId)
      throw new CheckFault(
        `the cancellation of order ${orderId} names ${JSON.stringify(data['order_id']) ?? 'none'}`,
        'send the very order_id under which the service knows the order',
      );
  });
}
