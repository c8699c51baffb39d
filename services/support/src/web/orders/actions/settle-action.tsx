import { StorableText } from '@hub/contract';
import { settleShippingOrder, type OrderTimeline, type ShopWord } from '@hub/support-desk';
import { z } from 'zod';
import { actorOf } from '../../access/viewer';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import type { OrderAction, OrderActionContext, Question } from './order-action';

type Shipping = OrderTimeline['shippingOrders'][number];

const Said = z.enum(['has', 'has-not', 'stopped', 'shipped']);
type Said = z.output<typeof Said>;

const StoreOrderId = z.object({ store_order_id: StorableText.trim().min(1).max(255) });

/** Records what a shop itself says about a shipping order whose state the calls to its store left open (D12, D18). */
export const settleAction: OrderAction = {
  path: '/settle/:shippingId/:said',
  role: 'lead',
  ask: (context) => questionOf(shippingOf(context), saidOf(context)),
  async carryOut(context) {
    const { desk, viewer, request } = context;
    const shipping = shippingOf(context);
    const word = readWord(context);
    if (word === null)
      return { kind: 'refused', text: `Write down the id that ${shipping.shopName} has it under.` };
    const end = await settleShippingOrder(desk.db, {
      reference: shipping.externalRef,
      word,
      actor: actorOf(viewer),
      source: { by: 'lead', note: readNote(request) },
    });
    if (end.kind === 'unknown') throw new PageError(404, 'The order has no such shipping order.');
    if (end.kind === 'refused') return { kind: 'refused', text: `It is not settled: ${end.reason}.` };
    return { kind: 'done', text: DONE[word.kind](shipping.shopName) };
  },
};

const DONE: Record<ShopWord['kind'], (shopName: string) => string> = {
  has: (shopName) => `${shopName} has it.`,
  has_not: (shopName) => `${shopName} does not have it. Nothing is sent under this reference any more.`,
  stopped: (shopName) => `${shopName} has stopped it.`,
  shipped: (shopName) => `${shopName} had shipped it: the order stands.`,
};

const LAST = 'Your name and what the shop said are recorded. This cannot be taken back.';

function questionOf({ shopName, externalRef }: Shipping, said: Said): Question {
  const fields = <SaidFields shopName={shopName} named={said === 'has'} />;
  switch (said) {
    case 'has':
      return {
        title: `${shopName} has the shipping order`,
        happens: [`It counts as placed at ${shopName}, under the id that you enter.`, LAST],
        warning: `${shopName} itself has found ${externalRef} and named its own order id.`,
        submit: `${shopName} has it`,
        fields,
      };
    case 'has-not':
      return {
        title: `${shopName} does not have the shipping order`,
        happens: [
          `It ends without ${shopName} being asked; what was reserved there is free again.`,
          'Its lines are given to a shop again or, where the order is cancelled, stop with it.',
          LAST,
        ],
        warning: `${shopName} itself has said that it does not have ${externalRef}. Else the customer gets it twice.`,
        submit: `${shopName} does not have it`,
        danger: true,
        fields,
      };
    case 'stopped':
      return {
        title: `${shopName} has stopped the shipping order`,
        happens: ['Its stop counts as confirmed, without another call.', LAST],
        warning: `${shopName} itself has said that ${externalRef} does not leave.`,
        submit: `${shopName} has stopped it`,
        danger: true,
        fields,
      };
    case 'shipped':
      return {
        title: `${shopName} had shipped the shipping order`,
        happens: ['The order stands, and the shop that cancelled it is notified that it has shipped.', LAST],
        warning: `${shopName} itself has said that ${externalRef} has left.`,
        submit: `${shopName} had shipped it`,
        danger: true,
        fields,
      };
  }
}

function SaidFields({ shopName, named }: { shopName: string; named: boolean }) {
  return (
    <>
      {named && (
        <div class="field">
          <label for="store_order_id">The id of the order at {shopName}</label>
          <input id="store_order_id" name="store_order_id" maxLength={255} required autocomplete="off" />
        </div>
      )}
      <div class="field">
        <label for="note">Who at {shopName} said so, when and how (required; no customer's name)</label>
        <textarea id="note" name="note" rows={3} maxLength={500} required />
      </div>
    </>
  );
}

function readWord(context: OrderActionContext): ShopWord | null {
  const said = saidOf(context);
  switch (said) {
    case 'has': {
      const read = StoreOrderId.safeParse(context.request.body);
      return read.success ? { kind: 'has', storeOrderId: read.data.store_order_id } : null;
    }
    case 'has-not':
      return { kind: 'has_not' };
    case 'stopped':
    case 'shipped':
      return { kind: said };
  }
}

function saidOf({ request }: OrderActionContext): Said {
  const said = Said.safeParse(request.params['said']);
  if (!said.success) throw new PageError(404, 'There is no such page.');
  return said.data;
}

function shippingOf({ order, request }: OrderActionContext): Shipping {
  const shipping = order.shippingOrders.find(({ id }) => id === request.params['shippingId']);
  if (!shipping) throw new PageError(404, 'The order has no such shipping order.');
  return shipping;
}
