import type { Tx } from '@hub/database';
import { resolveAlert } from '@hub/alerts';
import { COMMANDS, enqueue } from '@hub/messaging';
import { readShippingReturnFacts } from './shipping-return-facts';

/** The subject of alerts about a return. */
export function returnSubject(returnId: string): string {
  return `return:${returnId}`;
}

/**
 * Returns of an order that arrived while one of their lines was being stopped wait (D13). The stop has ended, and their
 * shop had shipped: if nothing else prevents it, they continue automatically. The caller holds the order's lock.
 *
 * @param order `now`: milliseconds since the epoch
 */
export async function registerUndoubtedReturns(
  tx: Tx,
  order: { sellerOrderId: string; now: number },
): Promise<void> {
  const waiting = await tx.return.findMany({
    where: { sellerOrderId: order.sellerOrderId, state: 'waiting', side: 'shipping' },
    select: {
      id: true,
      shippingOrderId: true,
      correlation: true,
      lines: { select: { shippingOrderLineId: true } },
    },
  });
  for (const { id, shippingOrderId, correlation, lines } of waiting) {
    if (shippingOrderId === null) continue;
    const facts = await readShippingReturnFacts(tx, shippingOrderId);
    const doubtful = new Set(facts.lines.filter(({ doubt }) => doubt !== null).map((line) => line.id));
    if (lines.some((line) => line.shippingOrderLineId === null || doubtful.has(line.shippingOrderLineId)))
      continue;
    const nextAttemptAt = new Date(order.now);
    await tx.return.update({ where: { id }, data: { state: 'due', nextAttemptAt }, select: { id: true } });
    await enqueue(tx, COMMANDS.registerReturn, { payload: { returnId: id }, correlation });
    await resolveAlert(tx, 'return_waiting', returnSubject(id));
  }
}
