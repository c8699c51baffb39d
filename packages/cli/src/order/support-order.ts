import type { Database } from '@hub/database';
import { closeLine, rerouteShippingOrder, type RerouteRequest } from '@hub/support-desk';
import { CommandFailure } from '../failure';

/** Re-routes a shipping order, or says what re-routing it would do. Throws `CommandFailure` where it may not be. */
export async function carryOutRerouting(db: Database, wish: RerouteRequest) {
  const { reference, carryOut } = wish;
  const end = await rerouteShippingOrder(db, wish);
  if (end.kind === 'unknown')
    throw new CommandFailure([`no shipping order has the reference "${reference}"`]);
  if (end.kind === 'refused') throw new CommandFailure([`${reference} is not re-routed: ${end.reason}`]);
  return {
    external_ref: reference,
    rerouted: carryOut,
    shop: end.shop,
    lines: end.lineItemIds,
    unreachable: end.end === 'unreachable',
    last_failure: end.lastFailure,
  };
}

/** Closes a waiting line. Throws `CommandFailure` where it may not be. */
export async function carryOutClosing(
  db: Database,
  wish: { sellerOrderId: string; orderId: string; lineItemId: string; actor: string },
) {
  const { sellerOrderId, orderId, lineItemId, actor } = wish;
  const end = await closeLine(db, { sellerOrderId, lineItemId, actor });
  if (end.kind === 'unknown') throw new CommandFailure([`order "${orderId}" has no line "${lineItemId}"`]);
  if (end.kind === 'refused') throw new CommandFailure([`line "${lineItemId}" is not closed: ${end.reason}`]);
  return { order: orderId, line_item_id: lineItemId, closed: end.kind === 'close', state: 'unfulfillable' };
}
