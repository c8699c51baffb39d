import type { Tx } from '@hub/database';
import { raiseAlerts } from '@hub/alerts';
import type { Sweep } from '@hub/messaging';
import {
  bringForwardUnreachable,
  closeEndedAlerts,
  PLACED_WITHIN_MS,
  readOverdue,
} from '@hub/orders/records';

const SHIPPING_ORDERS = 500;

/**
 * Every paid line has an owner (D18). Shipping orders that wait for a switched-off shop become due now, so that they
 * are routed again. What was not placed in time raises `placing_overdue`. Alerts of what has progressed since are
 * closed.
 */
export function overdueSweep(everyMs: number): Sweep {
  return {
    name: 'placing overdue',
    everyMs,
    async run(tx, now) {
      await closeEndedAlerts(tx);
      const unreachable = await bringForwardUnreachable(tx, now);
      return unreachable + (await raiseOverdue(tx, now));
    },
  };
}

async function raiseOverdue(tx: Tx, now: number): Promise<number> {
  const since = new Date(now - PLACED_WITHIN_MS);
  const overdue = await readOverdue(tx, { since, limit: SHIPPING_ORDERS });
  await raiseAlerts(
    tx,
    overdue.map(({ shippingOrderId, shopName, shopId, sellerOrderId, ...detail }) => ({
      kind: 'placing_overdue',
      subject: `shipping_order:${shippingOrderId}`,
      shopId,
      sellerOrderId,
      message: `A paid order was given to ${shopName} over an hour ago and is not placed there.`,
      detail,
    })),
  );
  return overdue.length;
}
