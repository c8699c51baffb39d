import { raiseAlert, resolveAlert, type AlertKind, type Tx } from '@hub/database';
import type { LineDecision, WaitingReason } from '@hub/order-routing';
import type { LockedOrder, StoredLine } from './order-records';

const KINDS = ['line_waiting', 'line_blocked', 'cannot_ship_unroutable'] as const satisfies AlertKind[];

const MESSAGES: Record<WaitingReason, string> = {
  not_linked: 'The line waits: its variant is not linked to an article.',
  no_consumer_vat:
    'The line is blocked: no VAT rate of the destination country applied when the order was placed.',
  no_injection_vat:
    "The line is blocked: no VAT rate of the shipping shop's country applied when the order was placed.",
  no_split_rate: 'The line is blocked: no split rate is agreed with the shop that could ship it.',
  price_too_large: 'The line is blocked: its payout has more digits than a store can be told.',
  no_candidate: 'The line waits: no shop can ship it.',
};

/**
 * Tells support of lines that wait (D19) or are blocked by a missing rate (D24), once for each new reason; what was
 * told of a line that has found a shop is closed.
 */
export async function tellSupport(
  tx: Tx,
  order: LockedOrder,
  lines: readonly { decision: LineDecision; line: StoredLine }[],
): Promise<void> {
  for (const { decision, line } of lines) {
    const { waitsFor, gtin } = decision;
    if (waitsFor === line.waitingReason) continue;
    const subject = `line:${line.id}`;
    if (line.waitingReason !== null) for (const kind of KINDS) await resolveAlert(tx, kind, subject);
    if (waitsFor === null) continue;
    await raiseAlert(tx, {
      kind: kindOf(waitsFor, line),
      subject,
      shopId: order.shopId,
      sellerOrderId: order.id,
      message: MESSAGES[waitsFor],
      detail: { reason: waitsFor, lineItemId: line.lineItemId, gtin, quantity: line.quantity },
    });
  }
}

/** A line that a shop could not ship and no other can has an alert of its own (D12). */
function kindOf(reason: WaitingReason, line: StoredLine): (typeof KINDS)[number] {
  switch (reason) {
    case 'no_consumer_vat':
    case 'no_injection_vat':
    case 'no_split_rate':
    case 'price_too_large':
      return 'line_blocked';
    case 'not_linked':
    case 'no_candidate':
      return line.excludedShops.length > 0 ? 'cannot_ship_unroutable' : 'line_waiting';
  }
}
