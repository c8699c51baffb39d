import { resolveAlert, type Tx } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { blockReservations, releaseReservations } from '@hub/stock';
import { decideReroute, type RerouteEnd } from './decide-reroute';
import { endForGood, giveLinesBack, lockByReference, type LockedShippingOrder } from './support-records';

const NS_PER_MS = 1_000_000n;

export type Rerouting =
  | { kind: 'unknown' }
  /** `confirmable`: its outcome is unknown, and the shop's own confirmation would allow it. */
  | { kind: 'refused'; reason: string; confirmable: boolean }
  | {
      kind: 'rerouted';
      shippingOrderId: string;
      sellerOrderId: string;
      shop: string;
      lineItemIds: string[];
      end: RerouteEnd;
      /** Why the shop does not ship it. */
      lastFailure: string | null;
    };

/**
 * Support gives the lines of a shipping order to another shop than its own (D19): they wait, that shop is left out for
 * good, and routing is asked to decide anew. What its store refused stays blocked there, what it never got is free (D17).
 * A shop that only cannot be called now is not left out: routing chooses it last.
 * Whoever calls it records who did it.
 * @param wish.reference the shipping order's `external_ref`
 * @param wish.carryOut false: only says what would be done
 * @param wish.shopConfirmed the shop has said itself that it does not ship it, whatever became of our calls (D18)
 * @param wish.now milliseconds since the epoch
 */
export async function rerouteShippingOrder(
  tx: Tx,
  wish: { reference: string; now: number; carryOut: boolean; shopConfirmed: boolean },
): Promise<Rerouting> {
  const order = await lockByReference(tx, wish);
  if (!order) return { kind: 'unknown' };
  const decision = decideReroute(order, wish.shopConfirmed);
  if (decision.kind === 'refused') return decision;
  if (wish.carryOut) await reroute(tx, order, { now: wish.now, end: decision.end });
  return {
    kind: 'rerouted',
    shippingOrderId: order.id,
    sellerOrderId: order.sellerOrderId,
    shop: order.shopSlug,
    lineItemIds: order.lines.map(({ lineItemId }) => lineItemId),
    end: decision.end,
    lastFailure: order.lastFailure,
  };
}

async function reroute(
  tx: Tx,
  order: LockedShippingOrder,
  { now, end }: { now: number; end: RerouteEnd },
): Promise<void> {
  const { id: shippingOrderId, sellerOrderId, correlation } = order;
  if (end !== 'refused') {
    const failure = end === 'shop_confirmed' ? 'the shop has confirmed that it does not ship it' : null;
    await endForGood(tx, { shippingOrderId, failure, now });
  }
  await giveLinesBack(tx, { ...order, excluded: end !== 'unreachable' });
  for (const kind of ['placing_refused', 'placing_failed', 'placing_overdue'] as const)
    await resolveAlert(tx, kind, `shipping_order:${shippingOrderId}`);
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  await endReservations(tx, order, { now, end });
}

async function endReservations(
  tx: Tx,
  order: LockedShippingOrder,
  { now, end }: { now: number; end: RerouteEnd },
): Promise<void> {
  const lines = order.lines.map(({ id }) => id);
  if (end === 'shop_confirmed')
    await blockReservations(tx, { shippingOrderLineIds: lines, atNs: BigInt(now) * NS_PER_MS });
  if (end !== 'never_sent' && end !== 'unreachable') return;
  const freed = await releaseReservations(tx, lines);
  await enqueueAll(tx, COMMANDS.serveWaitingLines, {
    payloads: freed.map((gtin) => ({ gtin })),
    correlation: order.correlation,
  });
}
