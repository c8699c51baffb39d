import type { Tx } from '@hub/database';
import type { WaitingReason } from './decide-routing';

const BLOCKED = [
  'no_consumer_vat',
  'no_injection_vat',
  'no_split_rate',
  'price_too_large',
] as const satisfies WaitingReason[];

export type WaitingAlertKind = 'line_waiting' | 'line_blocked' | 'cannot_ship_unroutable';

/**
 * The kind of alert for a line that waits. One that a shop could not ship and no other can has a separate kind
 * (D12).
 */
export function waitingAlertKind(
  reason: WaitingReason,
  line: { excludedShops: readonly number[] },
): WaitingAlertKind {
  if (BLOCKED.some((blocked) => blocked === reason)) return 'line_blocked';
  return line.excludedShops.length > 0 ? 'cannot_ship_unroutable' : 'line_waiting';
}

/** Closes the alerts of orders (and of their lines' former states) that have no waiting line any more. */
export async function closeWaitingAlerts(tx: Tx, sellerOrderIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = now()
    WHERE a.seller_order_id = ANY (${[...sellerOrderIds]}::uuid[]) AND a.state <> 'resolved'
      AND a.kind IN ('line_waiting', 'line_blocked', 'cannot_ship_unroutable')
      AND NOT EXISTS (
        SELECT FROM order_line l
        WHERE l.seller_order_id = a.seller_order_id AND l.state = 'waiting' AND l.waiting_reason IS NOT NULL
          AND a.kind = CASE WHEN l.waiting_reason = ANY (${[...BLOCKED]}::text[]) THEN 'line_blocked'
            WHEN cardinality(l.excluded_shops) > 0 THEN 'cannot_ship_unroutable' ELSE 'line_waiting' END
      )`;
}
