import type { Verdict } from '@hub/contract';
import type { Tx } from '@hub/database';
import { COMMANDS, enqueue, type Reply } from '@hub/messaging';
import {
  closeGivenLines,
  excludeShop,
  giveLinesBack,
  isSaidAtDoor,
  stateRest,
  stopFreeLines,
  stopShippingOrders,
} from '@hub/orders/records';
import { registerUndoubtedReturns } from '@hub/orders/returns';
import { closeWaitingAlerts } from '@hub/orders/routing';
import { alertUnanswered, resolveNotStopped, resolvePlacing } from './alerts';
import { blockStock, freeStock } from './free-stock';
import type { LockedStop } from './locked-stop';
import type { CancellationFacts } from './order-facts';
import { settleCancellations } from './settle-cancellations';
import { endStop } from './stop-records';

/** The answer, after the commit, to a delivery that waits for a cancellation. */
export interface Answer {
  to: Parameters<Reply>[0];
  verdict: Verdict;
}

/** A locked stop that has ended. */
export interface Ending extends LockedStop {
  correlation: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * The shipping order is stopped. Its lines stop with their order or, where their shop cannot ship or it is taken back,
 * wait for another shop (D12, D38); its reservations become free or blocked (D17).
 */
export async function endAsStopped(tx: Tx, ending: Ending): Promise<Answer[]> {
  const { shippingOrder, stop, correlation, now } = ending;
  await endStop(tx, stop.id, { state: 'confirmed', now });
  await stopShippingOrders(tx, [shippingOrder.id], now);
  await moveLines(tx, ending);
  await resolveNotStopped(tx, stop);
  await resolvePlacing(tx, [shippingOrder.id]);
  const { answers } = await settle(tx, ending);
  if (stop.kind === 'cannot_ship') await blockStock(tx, shippingOrder.id, stop.requestedAt);
  else await freeStock(tx, [shippingOrder.id], correlation);
  return answers;
}

/** The shop has shipped: its shipping order stays as it is. */
export async function endAsShipped(tx: Tx, ending: Ending): Promise<Answer[]> {
  const { shippingOrder, stop, now } = ending;
  await endStop(tx, stop.id, { state: 'already_shipped', now });
  // That it is taken back states nothing about its rest: the package is awaited (D38).
  if (stop.kind !== 'taken_back') {
    const statement = stop.kind === 'cannot_ship' ? 'cannot_ship' : 'cancelled';
    await stateRest(tx, { shippingOrderIds: [shippingOrder.id], statement, now });
  }
  await resolveNotStopped(tx, ending.stop);
  const { answers } = await settle(tx, ending);
  return answers;
}

/**
 * A call has ended, but its stop has not: it stopped nothing. Where another shop has shipped meanwhile, the
 * cancellation may have waited only for this, and is overruled now (D12). `isOver`: the stop was withdrawn with it.
 */
export async function settleUnstopped(
  tx: Tx,
  ending: Ending,
): Promise<{ isOver: boolean; answers: Answer[] }> {
  const { ended, answers } = await settle(tx, ending);
  return { isOver: ended.includes(ending.stop.cancellationId), answers };
}

async function moveLines(tx: Tx, { order, shippingOrder, stop, correlation, now }: Ending): Promise<void> {
  if (stop.kind !== 'whole_order') await excludeShop(tx, shippingOrder);
  if (order.state === 'stopping') {
    await stopFreeLines(tx, order.id);
    await closeWaitingAlerts(tx, [order.id]);
    return;
  }
  if (stop.closesLines) await closeGivenLines(tx, shippingOrder.id, now);
  const waiting = await giveLinesBack(tx, shippingOrder.id);
  if (waiting > 0)
    await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId: order.id }, correlation });
}

async function settle(tx: Tx, { order, now }: Ending): Promise<{ ended: string[]; answers: Answer[] }> {
  const answers: Answer[] = [];
  const settled = await settleCancellations(tx, order, now);
  await registerUndoubtedReturns(tx, { sellerOrderId: order.id, now });
  for (const { cancellation, verdict } of settled) {
    const waiting = whoWaits(cancellation, now);
    answers.push(...waiting.map((to) => ({ to, verdict })));
    if (waiting.length === 0 && isSaidByEvent(cancellation))
      await alertUnanswered(
        tx,
        { order, cancellation },
        verdict.status === 200 ? 'stopped' : 'order_already_shipped',
      );
  }
  return { ended: settled.map(({ cancellation }) => cancellation.id), answers };
}

/** An event asked for it, so that a store waits for the answer. */
function isSaidByEvent({ kind, eventId }: CancellationFacts): boolean {
  return kind !== 'taken_back' && !isSaidAtDoor(eventId);
}

/** Answering an earlier delivery that no longer waits has no effect, which is no fault. */
function whoWaits(cancellation: CancellationFacts, now: number): Answer['to'][] {
  const { replyTo, replyCorrelation, replyUntil } = cancellation;
  if (replyTo === null || replyCorrelation === null || replyUntil === null) return [];
  if (replyUntil.getTime() <= now) return [];
  const earlier = cancellation.earlierReplyTo.map((to, index) => ({
    replyTo: to,
    correlation: cancellation.earlierReplyCorrelations[index] ?? '',
  }));
  return [...earlier, { replyTo, correlation: replyCorrelation }];
}
