import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import { keepArrival } from '../../http/evidence';
import type { Arrival } from '../../inbound/arrival';
import { eventOfOrder } from '../../inbound/caused-event';
import type { PlacedOrder } from '../../run-state';
import { shippedOrder } from '../fulfillment/package-report';
import { linesOf, ownSale } from '../orders/sales';
import { cancelSale } from '../shared/end-order';
import { type AskedEvent, eventCheck, eventChecks, eventOf, oncePerRun } from '../shared/events';

const event = 'return.created';
const step = 'returns';

/** A shipping order whose goods came back. */
interface ReturnedOrder {
  order: PlacedOrder;
  arrival: Arrival | null;
}

const returnedOrder = oncePerRun(async (context): Promise<ReturnedOrder> => {
  const { order, shipped } = await shippedOrder(context);
  const arrival = await eventOf(context, {
    what: `process the return of all goods of shipping order ${order.orderId}`,
    expected: eventOfOrder(event, shipped),
    act: (people) => people.takeBack(shipped),
  });
  if (arrival) context.run.unended.delete(order.orderId);
  return { order, arrival };
});

const GOODS_BACK: AskedEvent<ReturnedOrder> = {
  step,
  event,
  name: 'goods_back',
  when: 'when the goods of a shipping order are back and the return is processed in the store',
  asked: returnedOrder,
};

/** Step 5, events of the store. */
export const GOODS_BACK_REPORTS: readonly Check[] = [
  ...eventChecks(GOODS_BACK),
  eventCheck(
    GOODS_BACK,
    {
      what: 'of_the_order',
      rule: 'A return names the shipping order: the order_id of its receipt and, where sent, the reference of the service.',
    },
    ({ data }, { order }) => {
      if (data['order_id'] !== order.orderId)
        throw new CheckFault(
          `the return of order ${order.orderId} names ${JSON.stringify(data['order_id']) ?? 'none'}`,
          'send the very order_id of the receipt of POST /orders',
        );
      const { external_ref } = data;
      if (external_ref !== undefined && external_ref !== null && external_ref !== order.externalRef)
        throw new CheckFault(
          "external_ref is not the service's reference of the order",
          'send external_ref of POST /orders as it was, or leave it out',
        );
    },
  ),
  eventCheck(
    GOODS_BACK,
    {
      what: 'with_line_references',
      rule: "Every returned line of a shipping order carries the service's line reference.",
    },
    (arrival, { order }) => {
      for (const { external_ref } of order.lines) requireLine(arrival, external_ref);
    },
  ),
  eventCheck(
    GOODS_BACK,
    { what: 'whole_lines', rule: 'A returned line comes back with the full quantity of the line.' },
    (arrival, { order }) => {
      for (const { external_ref, quantity } of order.lines) {
        const line = requireLine(arrival, external_ref);
        if (line['quantity'] !== quantity)
          throw new CheckFault(
            `all ${quantity} pieces of a line came back, the event says ${JSON.stringify(line['quantity']) ?? 'nothing'}`,
            'report a line once all of it is back, with its full quantity: parts are refused as partial_quantity',
          );
      }
    },
  ),
  {
    id: 'returns.own_return_in_own_ids',
    step,
    direction: 'from_store',
    rule: 'A store that reports the return of an order it sold names its own order and line ids, and none of the service’s references.',
    async play(context) {
      const { arrival: sale } = await ownSale(context);
      const orderId = sale?.data['order_id'];
      if (!sale || typeof orderId !== 'string')
        throw new NotRun('it needs a sale: see orders.own_sale_arrives');
      const reported = await eventOf(context, {
        what: `take the goods of its own order ${orderId} back, where its platform reports that`,
        expected: eventOfOrder(event, { orderId }),
        act: (people) => people.takeSaleBack(orderId),
      });
      if (!reported) {
        context.evidence.note('the store reports no such returns: it need not');
        return cancelSale(context, orderId);
      }
      context.run.unended.delete(orderId);
      keepArrival(context.evidence, reported);
      requireOwnIds(reported, sale);
    },
  },
];

function returnedLines({ data }: Arrival): Record<string, unknown>[] {
  const lines = data['lines'];
  return Array.isArray(lines) ? lines.map((line) => ({ ...Object(line) })) : [];
}

function requireLine(arrival: Arrival, externalRef: string): Record<string, unknown> {
  const line = returnedLines(arrival).find((one) => one['external_ref'] === externalRef);
  if (line) return line;
  throw new CheckFault(
    "a returned line does not carry the service's line reference",
    'send external_ref of the line as POST /orders had it, the same as in fulfillment.shipped',
  );
}

function requireOwnIds({ data, ...arrival }: Arrival, sale: Arrival): void {
  const sold = new Set(linesOf(sale).map((line) => line['line_item_id']));
  const lines = returnedLines({ data, ...arrival });
  if (data['order_id'] !== sale.data['order_id'] || lines.some((line) => !sold.has(line['order_line_id'])))
    throw new CheckFault(
      'the return of an own order names another order or line than order.created did',
      'send the order_id and, as order_line_id, the line_item_id of order.created',
    );
  if (lines.some((line) => 'external_ref' in line))
    throw new CheckFault(
      'a line of an own order carries an external_ref',
      "leave external_ref out: the service's references belong to shipping orders only",
    );
}
