import { isLoopGuarded } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { testVariants } from '../../catalogue/test-variants';
import { keepArrival } from '../../http/evidence';
import type { Arrival } from '../../inbound/arrival';
import { saleOf } from '../../inbound/caused-event';
import { describeAnswer } from '../../judge';
import type { SaleLine, SaleTerms } from '../../people';
import {
  type AskedEvent,
  eventCheck,
  eventChecks,
  eventOf,
  oncePerRun,
  requireInbox,
} from '../shared/events';
import { cancelSale } from '../shared/end-order';
import { placedOrder } from './placed-order';

const event = 'order.created';
const step = 'orders';

/** A sale that was requested. */
export interface AskedSale {
  lines: readonly Required<SaleLine>[];
  arrival: Arrival | null;
}

/** An order that the store ships itself. */
export const ownSale = oncePerRun(async (context): Promise<AskedSale> => {
  const [{ variantId }] = await testVariants(context, 1);
  return sold(context, [{ variantId, quantity: 1, network: false }]);
});

/** An order with a line for the network and one of the store's own. */
export const networkSale = oncePerRun(async (context): Promise<AskedSale> => {
  const [first, second = first] = await testVariants(context, 2);
  await offer(context, first.variantId);
  return sold(context, [
    { variantId: first.variantId, quantity: 2, network: true },
    { variantId: second.variantId, quantity: 1, network: false },
  ]);
});

export const OWN: AskedEvent<AskedSale> = {
  step,
  event,
  name: 'own_sale',
  when: 'when an order of the store is paid, one that it ships itself too',
  asked: ownSale,
};
const NETWORK: AskedEvent<AskedSale> = {
  ...OWN,
  name: 'network_sale',
  when: 'when an order with a line for the network is paid',
  asked: networkSale,
};

/** Step 3, events of the store: what it sells. */
export const SALES: readonly Check[] = [
  ...eventChecks(OWN),
  eventCheck(
    OWN,
    {
      what: 'at_own_location',
      rule: 'A line that the store ships carries the location of its own that ships it.',
    },
    (arrival, { lines }, { target }) => {
      const [location] = locationsOf(arrival, lines, false);
      if (location === target.hubNetworkLocationId)
        throw new CheckFault(
          `a line sold from the store's own stock carries HUB_Network (${location})`,
          'send the id of HUB_Network only for what the network is to ship',
        );
      requireAgreed(location, target.locations);
    },
  ),
  ...eventChecks(NETWORK),
  eventCheck(
    NETWORK,
    {
      what: 'at_hub_network',
      rule: 'A line for the network to ship carries the id of HUB_Network; no other line does.',
    },
    (arrival, { lines }, { target }) => {
      const hub = target.hubNetworkLocationId;
      const other = locationsOf(arrival, lines, true).find((location) => location !== hub);
      if (other !== undefined)
        throw new CheckFault(
          `a line sold for the network to ship carries location ${JSON.stringify(other) ?? 'none'} instead of ${hub}`,
          "send the id of HUB_Network as fulfillment_location_id: any other line counts as the store's own, and no other shop ships it",
        );
      if (locationsOf(arrival, lines, false).includes(hub))
        throw new CheckFault(
          `a line sold from the store's own stock carries HUB_Network (${hub})`,
          'send the id of HUB_Network only for what the network is to ship',
        );
    },
  ),
  eventCheck(
    NETWORK,
    { what: 'whole', rule: 'One event carries the whole order: every line, those of own locations too.' },
    (arrival, { lines }) => {
      const sent = linesOf(arrival);
      const missing = lines.filter(
        ({ variantId, quantity }) =>
          !sent.some((line) => line['variant_id'] === variantId && line['quantity'] === quantity),
      );
      if (missing.length > 0)
        throw new CheckFault(
          `of ${lines.length} lines sold the event lacks ${missing.map(({ variantId, quantity }) => `${quantity} of ${variantId}`).join(', ')}`,
          'send every line of the order in one event: discount and shipping are spread over all of them',
        );
    },
  ),
  eventCheck(
    NETWORK,
    { what: 'paid', rule: 'order.created is sent of a paid order: payment_status is paid.' },
    ({ data }) => {
      if (data['payment_status'] !== 'paid')
        throw new CheckFault(
          `payment_status is ${JSON.stringify(data['payment_status']) ?? 'missing'}`,
          'send the event once the order is paid, with payment_status "paid"',
        );
    },
  ),
  eventCheck(
    NETWORK,
    { what: 'in_sheet_currency', rule: 'The currency of an order is the one of the environment sheet.' },
    ({ data }, _, { target }) => {
      if (data['currency'] !== target.currency)
        throw new CheckFault(
          `currency is ${JSON.stringify(data['currency']) ?? 'missing'} instead of ${target.currency}`,
          'send orders of the agreed currency only: any other discards the whole order',
        );
    },
  ),
];

/** A shipping order is not a sale of the store that ships it. */
export const NO_LOOP: Check = {
  id: 'orders.shipping_order_not_sold',
  step,
  direction: 'from_store',
  rule: 'An order that the service created is not reported as a sale, or only with its loop guard: the tag hub_ship, or hub_external_ref.',
  async play(context) {
    const inbox = requireInbox(context);
    const mark = inbox.mark;
    const { orderId } = await placedOrder(context, 1);
    const reported = await inbox.waitFor(
      mark,
      (arrival) => arrival.event === event && arrival.data['order_id'] === orderId,
      inbox.options.quietMs,
    );
    if (!reported) return context.evidence.note('the store does not report the order');
    keepArrival(context.evidence, reported);
    if (!isLoopGuarded(reported.data))
      throw new CheckFault(
        `the shipping order ${orderId} was reported as a sale of the store's own`,
        'send no order.created for it; where the platform does so by itself, keep hub_ship in tags or send hub_external_ref',
      );
  },
};

/** Sets a quantity of the variant at the network location, so that the shop can sell it from there. */
async function offer({ store, target }: CheckContext, variant_id: string): Promise<void> {
  const body = { variant_id, location_id: target.hubNetworkLocationId, quantity: 5 };
  const answer = await store.deliver({ operation: 'write_inventory', body });
  if (answer.kind === 'none' || answer.status !== 200)
    throw new NotRun(
      `it needs stock at HUB_Network, and to PUT /inventory the store ${describeAnswer(answer)}`,
    );
}

export async function sold(
  context: CheckContext,
  lines: readonly Required<SaleLine>[],
  { discounted }: Pick<SaleTerms, 'discounted'> = { discounted: false },
): Promise<AskedSale> {
  const code = context.target.runCode;
  const described = lines.map(
    ({ variantId, quantity, network }) =>
      `${quantity} of variant ${variantId} ${network ? 'for the network to ship' : 'from its own stock'}`,
  );
  const arrival = await eventOf(context, {
    what: `sell in one paid order ${described.join(' and ')}${discounted ? ', with a discount' : ''}`,
    expected: saleOf(lines, code),
    act: (people) => people.sell([...lines], { discounted, code }),
  });
  const orderId = arrival?.data['order_id'];
  if (typeof orderId === 'string')
    context.run.unended.set(orderId, {
      what: `order ${orderId}, sold for the rehearsal: cancel it`,
      end: (ending) => cancelSale(ending, orderId),
    });
  return { lines, arrival };
}

/** The positions in the event of the lines sold for the network, or from the store's own stock. */
function locationsOf(arrival: Arrival, lines: AskedSale['lines'], network: boolean): unknown[] {
  const asked = lines.filter((line) => line.network === network);
  return asked.map(({ variantId, quantity }) => {
    const found = linesOf(arrival).find(
      (line) => line['variant_id'] === variantId && line['quantity'] === quantity,
    );
    if (!found)
      throw new NotRun(`the event has no line of ${quantity} of ${variantId}: see orders.network_sale_whole`);
    return found['fulfillment_location_id'];
  });
}

export function linesOf({ data }: Arrival): Record<string, unknown>[] {
  const lines = data['line_items'];
  return Array.isArray(lines) ? lines.map((line) => ({ ...Object(line) })) : [];
}

function requireAgreed(location: unknown, agreed: readonly string[]): void {
  if (agreed.length > 0 && !agreed.includes(String(location)))
    throw new CheckFault(
      `a line carries location ${JSON.stringify(location) ?? 'none'}, which is not agreed`,
      `send the id of the location that ships it: ${agreed.join(', ')}`,
    );
}
