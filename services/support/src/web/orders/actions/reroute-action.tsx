import { rerouteShippingOrder, type OrderTimeline } from '@hub/support-desk';
import { actorOf, may } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import type { OrderAction, OrderActionContext, Question } from './order-action';
import { readNote } from '../../layout/read-note';

type Shipping = OrderTimeline['shippingOrders'][number];

/**
 * Gives the lines of a shipping order to another shop (D18, D19). While nobody knows whether the store has it, only a lead
 * does, and only with what the shop itself has said.
 */
export const rerouteAction: OrderAction = {
  path: '/reroute/:shippingId',
  async ask(context) {
    const { desk, viewer } = context;
    const shipping = shippingOf(context);
    const title = `Give what ${shipping.shop} does not ship to another shop`;
    const preview = await rerouteShippingOrder(desk.db, {
      reference: shipping.externalRef,
      actor: actorOf(viewer),
      carryOut: false,
    });
    if (preview.kind === 'unknown') throw new PageError(404, 'The order has no such shipping order.');
    if (preview.kind === 'rerouted')
      return { title, happens: happens(shipping, preview), submit: 'Give it to another shop', fields: null };
    if (!preview.confirmable) return { title, happens: [], impossible: preview.reason };
    return may(viewer, 'lead')
      ? overruling(shipping, title)
      : {
          title,
          happens: [],
          impossible: `nobody knows whether the store of ${shipping.shop} has it, and its customer could get it twice. Place it again to find out. A lead may overrule this, once ${shipping.shop} itself has said that it does not ship it`,
        };
  },
  async carryOut(context) {
    const { desk, viewer, request } = context;
    const shipping = shippingOf(context);
    const note = readNote(request);
    if (note !== undefined && !may(viewer, 'lead'))
      throw new PageError(403, 'You may not do this: it asks for a lead.');
    const end = await rerouteShippingOrder(desk.db, {
      reference: shipping.externalRef,
      actor: actorOf(viewer),
      carryOut: true,
      ...(note === undefined ? {} : { shopConfirmed: { note } }),
    });
    if (end.kind === 'unknown') throw new PageError(404, 'The order has no such shipping order.');
    if (end.kind === 'refused')
      return { kind: 'refused', text: `It stays with ${shipping.shop}: ${end.reason}.` };
    return { kind: 'done', text: `Another shop is being looked for; ${afterwards(end)}.` };
  },
};

type Rerouted = Extract<Awaited<ReturnType<typeof rerouteShippingOrder>>, { kind: 'rerouted' }>;

/** What becomes of its present shop. A shop that only cannot be called now has nothing against the order. */
function afterwards({ shop, end }: Rerouted): string {
  return end === 'unreachable'
    ? `${shop} is chosen only where no other shop can`
    : `${shop} is not asked again`;
}

function happens(shipping: Shipping, preview: Rerouted): string[] {
  const lines = preview.lineItemIds.join(', ');
  return [
    `${preview.lineItemIds.length === 1 ? `Line ${lines} waits` : `Lines ${lines} wait`} again, and another shop is looked for at once.`,
    preview.end === 'unreachable'
      ? `${afterwards(preview)}.`
      : `${preview.shop} is never asked again for ${preview.lineItemIds.length === 1 ? 'it' : 'them'}.`,
    shipping.firstSentAt === null
      ? `What was reserved at ${preview.shop} is free again.`
      : `What ${preview.shop} refused stays blocked there until its next stock report.`,
    ...(shipping.lastFailure?.includes('idempotency_conflict')
      ? [`${preview.shop} has another order under this reference: make sure that it does not ship it too.`]
      : []),
  ];
}

/** What only a lead is asked. */
function overruling({ shop, lines }: Shipping, title: string): Question {
  const ids = lines.map(({ lineItemId }) => lineItemId ?? 'unknown').join(', ');
  return {
    title,
    happens: [
      `The shipping order is ended without ${shop} being asked, for nobody knows whether its store has it.`,
      `Its lines (${ids}) wait again, and another shop is looked for at once; ${shop} is never asked again.`,
      'Your name and what the shop said are recorded. This cannot be taken back.',
    ],
    warning: `${shop} itself has said that it does not have this order, or does not ship it. Else the customer gets it twice.`,
    submit: 'Overrule, and give it to another shop',
    danger: true,
    fields: (
      <div class="field">
        <label for="note">Who at {shop} said so, when and how (required; no customer's name)</label>
        <textarea id="note" name="note" rows={3} maxLength={500} required />
      </div>
    ),
  };
}

function shippingOf({ order, request }: OrderActionContext): Shipping {
  const shipping = order.shippingOrders.find(({ id }) => id === request.params['shippingId']);
  if (!shipping) throw new PageError(404, 'The order has no such shipping order.');
  return shipping;
}
