import {
  countWaitingCalls,
  tryNow,
  TRIED_AT_ONCE,
  WAITING_CALLS,
  type BroughtForward,
  type WaitingCall,
} from '@hub/orders/support';
import type { Database } from '@hub/database';
import { z } from 'zod';
import { action, type Question } from '../../engine/action';

/** One call of each kind, and several. */
const NAMES: Record<WaitingCall, readonly [one: string, more: string]> = {
  placing: ['order to place', 'orders to place'],
  stop: ['order to stop', 'orders to stop'],
  tracking: ['tracking to deliver', 'trackings to deliver'],
  correction: ['corrected tracking to deliver', 'corrected trackings to deliver'],
  return: ['return to register', 'returns to register'],
};

/** Why there is nothing to bring forward: what is suspended has a probe, and goes out together (D23). */
const NOTHING = 'no call waits for a later time. Suspended calls are resumed on the page of the shop';

/** Makes the waiting calls of an order due now (D23): their shop can be reached again, and their next time is minutes away. */
export const tryOrderNow = action({
  names: { 'order.try_now': 'had the waiting calls of the order made at once' },
  command: 'order.try-now',
  hub: {
    says: 'makes the calls of an order that wait for a later time at once: its store works again',
  },
  page: '/orders/:id/try-now',
  input: z.strictObject({ order: z.uuid() }),
  async ask({ db, now }, { order: id }) {
    const order = await db.sellerOrder.findUnique({ where: { id }, select: { orderId: true } });
    if (!order) return null;
    const counts = await countWaitingCalls(db, { sellerOrderId: id }, now);
    return questionOf(`Try the calls of order ${order.orderId} now`, counts);
  },
  async run(tx, { order: id }, { now }) {
    if ((await tx.sellerOrder.count({ where: { id } })) === 0)
      return { kind: 'unknown', says: 'There is no such order.' };
    return endOf(await tryNow(tx, { sellerOrderId: id }, now), `order:${id}`);
  },
});

/** The same for all calls to a shop. */
export const tryShopNow = action({
  names: { 'shop.try_now': 'had the waiting calls to the shop made at once' },
  command: 'shop.try-now',
  hub: {
    says: 'makes the calls to a shop that wait for a later time at once: its store works again',
    takes: {
      shop: ['<slug>'],
    },
  },
  page: '/shops/:slug/try-now',
  input: z.strictObject({ shop: z.string().min(1).max(255) }),
  async ask({ db, now }, { shop: slug }) {
    const shop = await db.shop.findUnique({ where: { slug }, select: { id: true, name: true } });
    if (!shop) return null;
    const counts = await countWaitingCalls(db, { shopId: shop.id }, now);
    return questionOf(`Try the calls to ${shop.name} now`, counts);
  },
  async run(tx, { shop: slug }, { now }) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop) return { kind: 'unknown', says: 'There is no such shop.' };
    return endOf(await tryNow(tx, { shopId: shop.id }, now), `shop:${slug}`);
  },
});

/** What waits at a shop for a later time, such as `3 orders to place`; empty: nothing does. */
export async function waitingAtShop(
  db: Database,
  { shop: slug, now }: { shop: string; now: number },
): Promise<string> {
  const shop = await db.shop.findUnique({ where: { slug }, select: { id: true } });
  return shop ? countsText(await countWaitingCalls(db, { shopId: shop.id }, now)) : '';
}

function questionOf(title: string, counts: BroughtForward): Question {
  const text = countsText(counts);
  if (text === '') return { title, happens: [], impossible: NOTHING };
  const isMany = WAITING_CALLS.some((kind) => counts[kind] > TRIED_AT_ONCE);
  return {
    title,
    happens: [
      `Due now instead of at the next time: ${text}.`,
      'Nothing is sent twice: a call in flight is not touched, and each call keeps its reference.',
      'If a store fails again, its calls wait again. The tries of the schedule are not used up by this.',
      ...(isMany ? [`Of each kind the first ${TRIED_AT_ONCE} are taken. Do it again for the rest.`] : []),
    ],
    warning: 'the store works again. While it does not, the hub makes one trial call every 30 seconds.',
    submit: 'Try now',
  };
}

function endOf(counts: BroughtForward, subject: string) {
  const text = countsText(counts);
  if (text === '') return { kind: 'refused', says: `Nothing was brought forward: ${NOTHING}.` } as const;
  return {
    kind: 'done',
    says: `Due now: ${text}. The outcome shows here once a store has answered.`,
    answer: counts,
    record: { subjects: [subject], detail: counts },
  } as const;
}

function countsText(counts: BroughtForward): string {
  return WAITING_CALLS.filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const [one, more] = NAMES[kind];
      if (counts[kind] > TRIED_AT_ONCE) return `more than ${TRIED_AT_ONCE} ${more}`;
      return `${counts[kind]} ${counts[kind] === 1 ? one : more}`;
    })
    .join(', ');
}
