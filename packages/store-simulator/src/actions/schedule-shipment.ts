import type { StoreOrder } from '../state/orders';
import type { Store } from '../state/store';
import { ship } from './ship';

/** Ships the order automatically after a while, if the store is set to, unless it was stopped or shipped by then. */
export function scheduleShipment(store: Store, order: StoreOrder): void {
  const { autoShip } = store.options;
  if (!autoShip) return;
  const shipIfDue = (): void => {
    const isDue = order.status === 'created' && order.lines.some((line) => line.shipped < line.quantity);
    if (isDue) ship(store, order.orderId, { carrier: autoShip.carrier });
  };
  setTimeout(shipIfDue, autoShip.afterMs).unref();
}
