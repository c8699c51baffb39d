import type { Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import { COMMANDS, enqueue, recordVerdicts } from '@hub/messaging';
import { changeSellerOrder, reopenLines, withdrawStopRequests } from '@hub/orders/records';
import { alertDisputedOf, alertOverruled, resolveNotStopped } from './alerts';
import { ALREADY_SHIPPED, STOPPED } from './answers';
import { endCancellation, lockUnansweredEvents, readUnfinishedCancellations } from './cancellation-records';
import { decideSettlement } from './decide-settlement';
import { isUnfinished, type CancellationFacts, type OrderFacts } from './order-facts';
import { withStops } from './order-records';
import { withdrawStops } from './stop-records';

/** A cancellation that ended in this transaction, with the verdict recorded for every event that waits for it. */
export interface EndedCancellation {
  cancellation: CancellationFacts;
  state: 'stopped' | 'overruled';
  verdict: Verdict;
}

/**
 * Ends those cancellations of a locked order that wait for nothing more, after a stop of it has begun or ended. The
 * caller answers the waiting deliveries after its commit.
 */
export async function settleCancellations(
  tx: Tx,
  locked: OrderFacts,
  now: number,
): Promise<EndedCancellation[]> {
  const order = await withStops(tx, locked);
  const ended: EndedCancellation[] = [];
  for (const cancellation of await readUnfinishedCancellations(tx, order.id)) {
    const state = decideSettlement(cancellation, order);
    if (state === 'unfinished') continue;
    const verdict = state === 'stopped' ? STOPPED : ALREADY_SHIPPED;
    await recordForAll(tx, { order, cancellation, verdict });
    await endCancellation(tx, cancellation.id, { state, now });
    if (state === 'overruled') await overrule(tx, order, cancellation);
    else if (cancellation.kind === 'whole_order') await changeSellerOrder(tx, order.id, 'stop');
    ended.push({ cancellation, state, verdict });
  }
  return ended;
}

async function recordForAll(
  tx: Tx,
  end: { order: OrderFacts; cancellation: CancellationFacts; verdict: Verdict },
): Promise<void> {
  const events = await lockUnansweredEvents(tx, end.order.id);
  const own = events.filter(({ cancellationId }) => cancellationId === end.cancellation.id);
  await recordVerdicts(
    tx,
    own.map(({ shopId, eventId, subject }) => ({ key: { shopId, eventId }, subject, verdict: end.verdict })),
  );
}

/**
 * The order stands unchanged: what was not stopped continues, what was stopped is routed again under new references
 * (D12).
 */
async function overrule(tx: Tx, order: OrderFacts, cancellation: CancellationFacts): Promise<void> {
  const own = order.shippingOrders.filter(({ stop }) => stop?.cancellationId === cancellation.id);
  const open = own.flatMap(({ stop }) => (stop && isUnfinished(stop) ? stop : []));
  for (const stop of open) await resolveNotStopped(tx, stop);
  await withdrawStops(
    tx,
    open.map(({ id }) => id),
  );
  await withdrawStopRequests(
    tx,
    own.map(({ id }) => id),
  );
  for (const shippingOrder of own.filter(({ state }) => state === 'disputed'))
    await alertDisputedOf(tx, { sellerOrderId: order.id, shippingOrder, cancelled: false });
  // The lead who takes it back sees on the order's page that it has shipped (D38).
  if (cancellation.kind === 'taken_back') return;
  const reopened = cancellation.kind === 'whole_order' ? await reopenOrder(tx, order, cancellation) : 0;
  await alertOverruled(tx, { order, cancellation }, reopened);
}

async function reopenOrder(tx: Tx, order: OrderFacts, { correlation }: CancellationFacts): Promise<number> {
  await changeSellerOrder(tx, order.id, 'stand');
  const reopened = await reopenLines(tx, order.id);
  if (reopened > 0)
    await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId: order.id }, correlation });
  return reopened;
}
