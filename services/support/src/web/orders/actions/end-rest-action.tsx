import { endRest, type OrderTimeline } from '@hub/support-desk';
import { z } from 'zod';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import { restOf } from '../rest-of-order';
import type { OrderAction, OrderActionContext } from './order-action';

type Shipping = OrderTimeline['shippingOrders'][number];

const WholeLines = z.object({ whole_lines: z.enum(['reroute', 'close']) });

/** Records that the pieces of a shipping order that are in no package will not ship (D12). */
export const endRestAction: OrderAction = {
  path: '/shipping-orders/:shippingId/end-rest',
  role: 'lead',
  ask(context) {
    const shipping = shippingOf(context);
    const { shopName, externalRef } = shipping;
    const title = `The rest of the order will not ship from ${shopName}`;
    if (restOf(shipping).length === 0)
      return { title, happens: [], impossible: 'all of it is in packages, or was ended before' };
    return {
      title,
      happens: [
        'Lines of which nothing is in a package go to another shop or are closed, as you choose.',
        'Missing pieces of a line that shipped in part are closed.',
        `No call notifies ${context.order.shopName}: of what is closed it refunds its customer.`,
        `A later parcel of ${shopName} for them is refused, with an alert.`,
        'This cannot be undone.',
      ],
      warning: `${shopName} itself has said that the rest of ${externalRef} does not leave. Else the customer gets it twice.`,
      submit: 'End the rest',
      danger: true,
      fields: <RestFields shopName={shopName} />,
    };
  },
  async carryOut(context) {
    const { desk, viewer, request } = context;
    const { shopName, externalRef: reference } = shippingOf(context);
    const chosen = WholeLines.safeParse(request.body);
    if (!chosen.success) return { kind: 'refused', text: 'Choose what becomes of whole lines.' };
    const wholeLines = chosen.data.whole_lines;
    const by = { actor: actorOf(viewer), note: readNote(request), now: desk.clock.now() };
    const end = await endRest(desk.db, { reference, wholeLines, ...by });
    if (end.kind === 'unknown') throw new PageError(404, 'The order has no such shipping order.');
    if (end.kind === 'refused') return { kind: 'refused', text: `The rest is not ended: ${end.reason}.` };
    return { kind: 'done', text: `The rest of the order will not ship from ${shopName}.` };
  },
};

function RestFields({ shopName }: { shopName: string }) {
  return (
    <>
      <fieldset>
        <legend>Lines of which nothing is in a package</legend>
        <label>
          <input type="radio" name="whole_lines" value="reroute" required /> Give them to another shop
        </label>
        <label>
          <input type="radio" name="whole_lines" value="close" required /> Close them
        </label>
      </fieldset>
      <div class="field">
        <label for="note">Who at {shopName} said so, when and how (required; no customer's name)</label>
        <textarea id="note" name="note" rows={3} maxLength={500} required />
      </div>
    </>
  );
}

function shippingOf({ order, request }: OrderActionContext): Shipping {
  const shipping = order.shippingOrders.find(({ id }) => id === request.params['shippingId']);
  if (!shipping) throw new PageError(404, 'The order has no such shipping order.');
  return shipping;
}
