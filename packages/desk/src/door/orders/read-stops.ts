import type { Database, StopState, Tx } from '@hub/database';
import type { OrderStop } from './order-view';

/** A shipping order, as far as its stop is found by it. */
interface Named {
  id: string;
  storeOrderId: string | null;
}

/** A stop with the facts of its row; `row` is null where the shop said at its door that it does not ship, and no worker has acted on it. */
export interface FoundStop {
  stop: OrderStop;
  row: { state: StopState; leaseUntil: Date | null } | null;
}

/** The stops of shipping orders of a shop, by the id of the order. */
export async function readStops(
  db: Database | Tx,
  { shopId, orders }: { shopId: number; orders: readonly Named[] },
): Promise<ReadonlyMap<string, FoundStop>> {
  const found = new Map<string, FoundStop>();
  const orderIds = orders.flatMap(({ storeOrderId }) => storeOrderId ?? []);
  const markers = await db.cancellationMarker.findMany({
    where: { shopId, orderId: { in: orderIds } },
    select: { orderId: true },
  });
  const said = new Set(markers.map(({ orderId }) => orderId));
  for (const { id, storeOrderId } of orders)
    if (storeOrderId !== null && said.has(storeOrderId))
      found.set(id, { stop: { because: 'you_do_not_ship', state: 'asked' }, row: null });
  const stops = await db.shippingOrderStop.findMany({
    where: { shippingOrderId: { in: orders.map(({ id }) => id) } },
    select: {
      shippingOrderId: true,
      state: true,
      leaseUntil: true,
      cancellation: { select: { kind: true, takenBack: true } },
    },
  });
  for (const { shippingOrderId, state, leaseUntil, cancellation } of stops) {
    const stop = { because: becauseOf(cancellation), state: STATES[state] };
    found.set(shippingOrderId, { stop, row: { state, leaseUntil } });
  }
  return found;
}

const STATES = {
  settling: 'asked',
  due: 'asked',
  sending: 'asked',
  failed: 'not_confirmed',
  confirmed: 'stopped',
  already_shipped: 'had_shipped',
} as const satisfies Record<StopState, OrderStop['state']>;

function becauseOf(of: { kind: 'whole_order' | 'cannot_ship'; takenBack: boolean }): OrderStop['because'] {
  if (of.takenBack) return 'taken_back';
  return of.kind === 'whole_order' ? 'cancelled' : 'you_do_not_ship';
}
