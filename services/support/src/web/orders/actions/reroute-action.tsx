import { forecastReroutes, rerouteShippingOrder, type OrderTimeline } from '@hub/support-desk';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import { rerouteLabel } from '../reroute-label';
import type { OrderAction, OrderActionContext } from './order-action';

type Shipping = OrderTimeline['shippingOrders'][number];

/** Gives the lines of a shipping order to another shop (D19): refused while it is unknown whether its store has it (D18). */
export const rerouteAction: OrderAction = {
  path: '/reroute/:shippingId',
  async ask(context) {
    const { desk, order, viewer } = context;
    const shipping = shippingOf(context);
    const title = `Give what ${shipping.shopName} does not ship to another shop`;
    const preview = await rerouteShippingOrder(desk.db, {
      reference: shipping.externalRef,
      actor: actorOf(viewer),
      carryOut: false,
    });
    if (preview.kind === 'unknown') throw new PageError(404, 'The order has no such shipping order.');
    if (preview.kind === 'refused') return { title, happens: [], impossible: preview.reason };
    const { externalRef } = shipping;
    const reroutes = await forecastReroutes(desk.db, { references: [externalRef], now: desk.clock.now() });
    const lines = reroutes.get(externalRef);
    if (!lines)
      return { title, happens: [], impossible: 'it is being worked on right now: look again in a moment' };
    const whereTo = lines.map((line) => `${rerouteLabel(line, order.currency)}.`);
    if (lines.every(({ to }) => to === null || to.isPresent))
      return { title, happens: whereTo, impossible: 'no other shop could ship any of it now' };
    return {
      title,
      happens: [...whereTo, ...happens(shipping, preview)],
      submit: 'Give it to another shop',
      fields: null,
    };
  },
  async carryOut(context) {
    const { desk, viewer } = context;
    const shipping = shippingOf(context);
    const end = await rerouteShippingOrder(desk.db, {
      reference: shipping.externalRef,
      actor: actorOf(viewer),
      carryOut: true,
    });
    if (end.kind === 'unknown') throw new PageError(404, 'The order has no such shipping order.');
    if (end.kind === 'refused')
      return { kind: 'refused', text: `It stays with ${shipping.shopName}: ${end.reason}.` };
    return { kind: 'done', text: `Another shop is being looked for; ${afterwards(shipping, end)}.` };
  },
};

type Rerouted = Extract<Awaited<ReturnType<typeof rerouteShippingOrder>>, { kind: 'rerouted' }>;

/** What happens to its present shop. A shop that only cannot be called now remains a candidate for the order. */
function afterwards({ shopName }: Shipping, { end }: Rerouted): string {
  return end === 'unreachable'
    ? `${shopName} is chosen only where no other shop can`
    : `${shopName} is not asked again`;
}

function happens(shipping: Shipping, preview: Rerouted): string[] {
  const { shopName } = shipping;
  const lines = preview.lineItemIds.join(', ');
  return [
    `${preview.lineItemIds.length === 1 ? `Line ${lines} waits` : `Lines ${lines} wait`} again, and another shop is looked for at once.`,
    preview.end === 'unreachable'
      ? `${afterwards(shipping, preview)}.`
      : `${shopName} is never asked again for ${preview.lineItemIds.length === 1 ? 'it' : 'them'}.`,
    shipping.firstSentAt === null
      ? `What was reserved at ${shopName} is free again.`
      : `What ${shopName} refused stays blocked there until its next stock report.`,
    preview.end === 'unreachable'
      ? 'This cannot be undone.'
      : `Undo: while a line waits, ${shopName} can be asked again after all. Once another shop has it, this cannot be undone.`,
  ];
}

function shippingOf({ order, request }: OrderActionContext): Shipping {
  const shipping = order.shippingOrders.find(({ id }) => id === request.params['shippingId']);
  if (!shipping) throw new PageError(404, 'The order has no such shipping order.');
  return shipping;
}
