import { inTransaction, type Database } from '@hub/database';
import { rerouteShippingOrder } from '@hub/orders/support';
import { z } from 'zod';
import { action } from '../../engine/action';
import { nameOfShop } from '../../shops/name-of-shop';
import { forecastReroutes } from '../forecast-reroutes';
import { orderOfReference } from '../order-of-reference';
import { settlePlacing } from '../settle-placing';
import { rerouteLabel } from '../reroute-label';

/**
 * Gives the lines of a shipping order to another shop (D19): refused while it is unknown whether its store has it (D18). The failed
 * message of placing it has nothing left to fix and is resolved.
 */
export const reroute = action({
  names: { 'order.reroute': 'gave a shipping order to another shop' },
  command: 'order.reroute',
  tried: 'rerouted',
  page: '/orders/:id/reroute/:shippingId',
  note: 'none',
  input: z.strictObject({ reference: z.string().min(1).max(255) }),
  async ask({ db, now }, { reference }) {
    const found = await orderOfReference(db, reference);
    if (!found) return null;
    const { order, shipping } = found;
    const title = `Give what ${shipping.shopName} does not ship to another shop`;
    const would = await wouldReroute(db, { reference, now });
    if (would.kind === 'unknown') return null;
    if (would.kind === 'refused') return { title, happens: [], impossible: would.reason };
    const lines = (await forecastReroutes(db, { references: [reference], now })).get(reference);
    if (!lines)
      return { title, happens: [], impossible: 'it is being worked on right now: look again in a moment' };
    const whereTo = lines.map((line) => `${rerouteLabel(line, order.currency)}.`);
    if (lines.every(({ to }) => to === null || to.isPresent))
      return { title, happens: whereTo, impossible: 'no other shop could ship any of it now' };
    return { title, happens: [...whereTo, ...happens(shipping, would)], submit: 'Give it to another shop' };
  },
  async run(tx, { reference }, { now }) {
    const end = await rerouteShippingOrder(tx, { reference, now, carryOut: true });
    if (end.kind === 'unknown') return unknown(reference);
    if (end.kind === 'refused') return stays(end.reason);
    const { sellerOrderId, shippingOrderId, shop } = end;
    const name = await nameOfShop(tx, shop);
    await settlePlacing(tx, shippingOrderId, 're-routed by support');
    return {
      kind: 'done',
      says: `Another shop is being looked for; ${afterwards(name, end.end)}.`,
      answer: describeReroute(reference, end),
      begins: true,
      record: { subjects: [`order:${sellerOrderId}`], detail: { reference, shop } },
    };
  },
});

type Rerouted = Extract<Awaited<ReturnType<typeof rerouteShippingOrder>>, { kind: 'rerouted' }>;

const stays = (why: string) => ({ kind: 'refused', says: `It stays with its shop: ${why}.`, why }) as const;

function wouldReroute(db: Database, wish: { reference: string; now: number }) {
  return inTransaction(db, (tx) => rerouteShippingOrder(tx, { ...wish, carryOut: false }));
}

const unknown = (reference: string) =>
  ({ kind: 'unknown', says: `no shipping order has the reference "${reference}"` }) as const;

function describeReroute(reference: string, end: Rerouted) {
  return {
    external_ref: reference,
    rerouted: true,
    shop: end.shop,
    lines: end.lineItemIds,
    unreachable: end.end === 'unreachable',
    last_failure: end.lastFailure,
  };
}

/** What happens to its present shop. A shop that only cannot be called now remains a candidate for the order. */
function afterwards(name: string, end: Rerouted['end']): string {
  return end === 'unreachable'
    ? `${name} is chosen only where no other shop can`
    : `${name} is not asked again`;
}

function happens(
  { shopName: name, firstSentAt }: { shopName: string; firstSentAt: Date | null },
  { lineItemIds, end }: Rerouted,
): string[] {
  const lines = lineItemIds.join(', ');
  const isOne = lineItemIds.length === 1;
  return [
    `${isOne ? `Line ${lines} waits` : `Lines ${lines} wait`} again, and another shop is looked for at once.`,
    end === 'unreachable'
      ? `${afterwards(name, end)}.`
      : `${name} is never asked again for ${isOne ? 'it' : 'them'}.`,
    firstSentAt === null
      ? `What was reserved at ${name} is free again.`
      : `What ${name} refused stays blocked there until its next stock report.`,
    end === 'unreachable'
      ? 'This cannot be undone.'
      : `Undo: while a line waits, ${name} can be asked again after all. Once another shop has it, this cannot be undone.`,
  ];
}
