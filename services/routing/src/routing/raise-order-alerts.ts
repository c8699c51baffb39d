import type { Tx } from '@hub/database';
import { raiseAlerts, type AlertReport } from '@hub/alerts';
import {
  closeWaitingAlerts,
  waitingAlertKind,
  type LineDecision,
  type LockedOrder,
  type StoredLine,
  type WaitingAlertKind,
  type WaitingReason,
} from '@hub/orders/routing';

const BECAUSE: Record<WaitingReason, string> = {
  not_linked: 'its variant is not linked to an article',
  no_consumer_vat: 'no VAT rate of the destination country applied when the order was placed',
  no_injection_vat: "no VAT rate of the shipping shop's country applied when the order was placed",
  no_split_rate: 'no split rate is agreed with the shop that could ship it',
  price_too_large: 'its payout has more digits than a store can be sent',
  no_candidate: 'no shop can ship it',
};

/** Its shop ships the line in any case, so no agent may close it (D19). */
const AT_A_SHOP =
  'A shop already has a line since before the restore, and the line cannot be recorded there because a rate is missing: load the rate and do not close the line.';

interface JudgedLine {
  decision: LineDecision;
  line: StoredLine;
}

type WaitingLine = JudgedLine & { reason: WaitingReason };

/**
 * Notifies support of lines that wait (D19) or are blocked by a missing rate (D24): one alert of each kind per order,
 * with its lines in the detail, once per change. The alert of an order with no such line left is closed.
 * @param of.isShown a shop has the lines already, and they are to be recorded there
 * @param lines all lines of the order that waited
 */
export async function raiseOrderAlerts(
  tx: Tx,
  { order, isShown }: { order: LockedOrder; isShown: boolean },
  lines: readonly JudgedLine[],
): Promise<void> {
  const byKind = new Map<WaitingAlertKind, WaitingLine[]>();
  for (const one of lines.flatMap(waiting)) {
    const kind = waitingAlertKind(one.reason, one.line);
    const ofKind = byKind.get(kind) ?? [];
    ofKind.push(one);
    byKind.set(kind, ofKind);
  }
  const alerts = [...byKind].flatMap(([kind, ofKind]): AlertReport[] =>
    ofKind.every(({ reason, line }) => reason === line.waitingReason)
      ? []
      : [
          {
            kind,
            subject: `order:${order.id}`,
            shopId: order.shopId,
            sellerOrderId: order.id,
            message: isShown ? AT_A_SHOP : messageOf(ofKind),
            detail: { lines: ofKind.map(detailOf) },
          },
        ],
  );
  await raiseAlerts(tx, alerts);
  if (lines.some(({ line }) => line.waitingReason !== null)) await closeWaitingAlerts(tx, [order.id]);
}

function waiting({ decision, line }: JudgedLine): WaitingLine[] {
  return decision.waitsFor === null ? [] : [{ decision, line, reason: decision.waitsFor }];
}

function messageOf(lines: readonly WaitingLine[]): string {
  const reasons = [...new Set(lines.map(({ reason }) => BECAUSE[reason]))].join('; or ');
  return lines.length === 1 ? `A line waits: ${reasons}.` : `${lines.length} lines wait: ${reasons}.`;
}

function detailOf({ reason, line, decision }: WaitingLine) {
  return { reason, lineItemId: line.lineItemId, gtin: decision.gtin, quantity: line.quantity };
}
