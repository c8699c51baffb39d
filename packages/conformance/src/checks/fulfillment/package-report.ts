import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { Arrival } from '../../inbound/arrival';
import { eventOfOrder } from '../../inbound/caused-event';
import type { ShippedLines } from '../../people';
import type { PlacedOrder } from '../../run-state';
import { placedOrder } from '../orders/placed-order';
import { takeBack } from '../shared/end-order';
import { type AskedEvent, eventCheck, eventChecks, eventOf, oncePerRun } from '../shared/events';

const event = 'fulfillment.shipped';
/** Whole lines of more than one piece, so that a partial line is distinguished from a whole one. */
const QUANTITY = 2;

/** A shipping order with one shipped package. */
export interface ShippedOrder {
  order: PlacedOrder;
  shipped: ShippedLines;
  arrival: Arrival | null;
}

export const shippedOrder = oncePerRun(async (context): Promise<ShippedOrder> => {
  const order = await placedOrder(context, QUANTITY);
  const shipped = {
    orderId: order.orderId,
    externalRef: order.externalRef,
    lines: order.lines.map(({ external_ref, quantity }) => ({ externalRef: external_ref, quantity })),
  };
  const arrival = await eventOf(context, {
    what: `ship shipping order ${order.orderId} in one package`,
    expected: eventOfOrder(event, shipped),
    act: (people) => people.ship(shipped),
  });
  if (arrival) {
    const { orderId } = order;
    context.run.open.delete(orderId);
    context.run.unended.set(orderId, {
      what: `shipping order ${orderId}, shipped for the rehearsal: take it back`,
      end: (ending) => takeBack(ending, shipped),
    });
  }
  return { order, shipped, arrival };
});

const PACKAGE: AskedEvent<ShippedOrder> = {
  step: 'fulfillment',
  event,
  name: 'package',
  when: 'when a package of a shipping order has left',
  asked: shippedOrder,
};

/** Step 3, events of the store: what it ships for the network. */
export const PACKAGE_REPORTS: readonly Check[] = [
  ...eventChecks(PACKAGE),
  eventCheck(
    PACKAGE,
    {
      what: 'of_the_order',
      rule: 'A package names the order_id that the store gave in the receipt of POST /orders.',
    },
    ({ data }, { order }) => {
      if (data['order_id'] !== order.orderId)
        throw new CheckFault(
          `a package of order ${order.orderId} came with order_id ${JSON.stringify(data['order_id']) ?? 'missing'}`,
          'send the very order_id of the receipt',
        );
    },
  ),
  eventCheck(
    PACKAGE,
    {
      what: 'with_references',
      rule: "A package carries the service's reference of the order, and of each line in it with its quantity.",
    },
    ({ data }, { order }) => {
      if (data['external_ref'] !== order.externalRef)
        throw new CheckFault(
          "external_ref is not the service's reference of the order",
          'keep external_ref of POST /orders with the order, and send it as it was',
        );
      const packed: unknown[] = Array.isArray(data['line_items']) ? data['line_items'] : [];
      for (const { external_ref, quantity } of order.lines) {
        const line = packed
          .map((one) => ({ ...Object(one) }))
          .find((one) => one.external_ref === external_ref);
        if (!line)
          throw new CheckFault(
            "a line of the package does not carry the service's line reference",
            'keep external_ref of every line of POST /orders, and send it with what the package holds of that line',
          );
        if (line.quantity !== quantity)
          throw new CheckFault(
            `a package with ${quantity} pieces of a line was reported with ${JSON.stringify(line.quantity) ?? 'none'}`,
            'report what the package holds: one event for one real package',
          );
      }
    },
  ),
];
