import { StorableText } from '@hub/contract';
import type { Tx } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { settleShippingOrder, type Settling, type ShopWord } from '@hub/orders/support';
import { z } from 'zod';
import { markSettled } from '../../messages/dead-letter-records';
import { commandIdentity } from '../../messages/identity';
import { action, type Question } from '../../engine/action';
import { orderOfReference } from '../order-of-reference';
import { nameOfShop } from '../../shops/name-of-shop';
import { isOwnOrder } from '../own-order';
import { settlePlacing } from '../settle-placing';

const LONGEST_ID = 255;
const SAYS = `write down the id that the shop has it under, of at most ${LONGEST_ID} characters`;
const StoreOrderId = z.string().trim().min(1, SAYS).max(LONGEST_ID, SAYS).pipe(StorableText);
const Input = z.strictObject({
  reference: z.string().min(1).max(LONGEST_ID),
  said: z.enum(['has', 'has_not', 'stopped', 'shipped']),
  /** Of `has`: the id that the shop has it under. */
  store_order_id: StoreOrderId.optional(),
});
type Said = z.output<typeof Input>['said'];

/** Records, on a lead's responsibility, what a shop itself says of a shipping order that the calls to its store left open (D12, D18). */
export const settle = action({
  names: {
    'order.settle_has': 'settled by the word of the shop: it has the shipping order',
    'order.settle_has_not': 'settled by the word of the shop: it does not have the shipping order',
    'order.settle_stopped': 'settled by the word of the shop: it stopped the shipping order',
    'order.settle_shipped': 'settled by the word of the shop: it had shipped the shipping order',
  },
  name: ({ said }) => `order.settle_${said}` as const,
  command: 'order.settle',
  page: '/orders/:id/settle/:shippingId/:said',
  role: 'lead',
  note: 'required',
  input: Input,
  chosen: ['store_order_id'],
  ofShop: isOwnOrder,
  async ask({ db, shop: own }, { reference, said }) {
    const found = await orderOfReference(db, reference);
    if (!found) return null;
    return own ? OWN_QUESTIONS[said] : questionOf({ shopName: found.shipping.shopName, reference }, said);
  },
  async run(tx, { reference, said, store_order_id: storeOrderId }, { now, shop: own }) {
    const word = wordOf(said, storeOrderId);
    if (word === null) return { kind: 'refused', says: 'Write down the id that the shop has it under.' };
    const end = await settleShippingOrder(tx, { reference, word, now });
    if (end.kind === 'unknown')
      return { kind: 'unknown', says: `no shipping order has the reference "${reference}"` };
    if (end.kind === 'refused')
      return { kind: 'refused', says: `It is not settled: ${end.reason}.`, why: end.reason };
    await settlePapers(tx, said, end);
    return {
      kind: 'done',
      says: own ? NOTED[said] : DONE[said](await nameOfShop(tx, end.shop)),
      answer: { external_ref: reference, settled: said, shop: end.shop },
      record: {
        subjects: [`order:${end.sellerOrderId}`],
        detail: { reference, shop: end.shop, ...(word.kind === 'has' ? { orderId: word.storeOrderId } : {}) },
      },
    };
  },
});

/** Failed messages that waited for the shop's word have nothing left to fix. */
async function settlePapers(
  tx: Tx,
  said: Said,
  { shippingOrderId, stopId }: Extract<Settling, { kind: 'settled' }>,
): Promise<void> {
  const outcome = 'settled by the word of the shop';
  await settlePlacing(tx, shippingOrderId, outcome);
  if (stopId === null || said === 'has' || said === 'has_not') return;
  const origin = commandQueue(COMMANDS.stopShippingOrder).name;
  await markSettled(tx, {
    origin,
    identity: commandIdentity(COMMANDS.stopShippingOrder, { stopId }),
    outcome,
  });
}

/** Null: the id is missing. */
function wordOf(said: Said, storeOrderId: string | undefined): ShopWord | null {
  if (said !== 'has') return { kind: said };
  return storeOrderId === undefined ? null : { kind: said, storeOrderId };
}

const DONE: Record<Said, (shop: string) => string> = {
  has: (shop) => `${shop} has it.`,
  has_not: (shop) => `${shop} does not have it. Nothing is sent under this reference any more.`,
  stopped: (shop) => `${shop} has stopped it.`,
  shipped: (shop) => `${shop} had shipped it: the order stands.`,
};

/** The same to the shop that said so itself. */
const NOTED: Record<Said, string> = {
  has: 'Noted: it is yours to ship.',
  has_not: 'Noted: it is no order of yours any more, do not ship it.',
  stopped: 'Noted: it is stopped, do not ship it.',
  shipped: 'Noted: you had shipped it, the order stands.',
};

const OWN_LAST = 'This cannot be taken back.';

/** At the door of the shop that says it. */
const OWN_QUESTIONS: Record<Said, Question> = {
  has: {
    title: 'We have it',
    happens: ['The order counts as yours to ship, under the id that you entered.', OWN_LAST],
    submit: 'We have it',
  },
  has_not: {
    title: 'We do not have it',
    happens: [
      'The order ends at your shop, and is never sent again under this reference.',
      'Its lines go to another shop or, where the order is cancelled, stop with it.',
      OWN_LAST,
    ],
    warning: 'no one at your shop has it or packs it. Else the customer gets it twice.',
    submit: 'We do not have it',
    danger: true,
  },
  stopped: {
    title: 'We have stopped it',
    happens: ['Its stop counts as confirmed, without another call to your store.', OWN_LAST],
    warning: 'nothing of it leaves your shop.',
    submit: 'We have stopped it',
    danger: true,
  },
  shipped: {
    title: 'We had shipped it',
    happens: ['The order stands, and the shop that sold it is notified that it has shipped.', OWN_LAST],
    warning: 'it has left your shop. Report its package as well.',
    submit: 'We had shipped it',
    danger: true,
  },
};

const LAST = 'Your name and what the shop said are recorded. This cannot be taken back.';

function questionOf({ shopName, reference }: { shopName: string; reference: string }, said: Said): Question {
  const noteSays = `Who at ${shopName} said so, when and how`;
  switch (said) {
    case 'has':
      return {
        title: `${shopName} has the shipping order`,
        happens: [`It counts as placed at ${shopName}, under the id that you enter.`, LAST],
        warning: `${shopName} itself has found ${reference} and named its own order id.`,
        submit: `${shopName} has it`,
        asks: [
          {
            kind: 'text',
            name: 'store_order_id',
            label: `The id of the order at ${shopName}`,
            longest: LONGEST_ID,
          },
        ],
        noteSays,
      };
    case 'has_not':
      return {
        title: `${shopName} does not have the shipping order`,
        happens: [
          `It ends without ${shopName} being asked; what was reserved there is free again.`,
          'Its lines are given to a shop again or, where the order is cancelled, stop with it.',
          LAST,
        ],
        warning: `${shopName} itself has said that it does not have ${reference}. Else the customer gets it twice.`,
        submit: `${shopName} does not have it`,
        danger: true,
        noteSays,
      };
    case 'stopped':
      return {
        title: `${shopName} has stopped the shipping order`,
        happens: ['Its stop counts as confirmed, without another call.', LAST],
        warning: `${shopName} itself has said that ${reference} does not leave.`,
        submit: `${shopName} has stopped it`,
        danger: true,
        noteSays,
      };
    case 'shipped':
      return {
        title: `${shopName} had shipped the shipping order`,
        happens: ['The order stands, and the shop that cancelled it is notified that it has shipped.', LAST],
        warning: `${shopName} itself has said that ${reference} has left.`,
        submit: `${shopName} had shipped it`,
        danger: true,
        noteSays,
      };
  }
}
