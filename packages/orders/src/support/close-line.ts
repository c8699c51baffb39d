import type { Tx } from '@hub/database';
import { closeOrderLine } from '../records/order-lines';
import { closeWaitingAlerts } from '../routing/waiting-alerts';
import { decideCloseLine, type CloseLineDecision } from './decide-close-line';
import { lockLine } from './support-records';

/**
 * Support closes a waiting line as unfulfillable (D19): no shop is searched for any more. The selling shop is not
 * called; it refunds its customer itself. The caller records who did it.
 * @returns the decision; `unknown`: the order has no such line
 */
export async function closeLine(
  tx: Tx,
  wish: { sellerOrderId: string; lineItemId: string; now: number },
): Promise<CloseLineDecision | { kind: 'unknown' }> {
  const line = await lockLine(tx, wish);
  if (!line) return { kind: 'unknown' };
  const decision = decideCloseLine(line);
  if (decision.kind !== 'close') return decision;
  await closeOrderLine(tx, line.id, wish.now);
  await closeWaitingAlerts(tx, [wish.sellerOrderId]);
  return decision;
}
