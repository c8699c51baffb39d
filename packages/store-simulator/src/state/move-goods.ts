import type { Delivery } from '../delivery/delivery';
import type { TakenGoods } from './orders';
import type { Store } from './store';

/** Takes goods from the physical locations and reports each change; if there are too few, takes what there is. */
export function takeGoods(store: Store, variantId: string, quantity: number): TakenGoods[] {
  const { locations } = store.options;
  const has = (locationId: string): number => store.stock.quantity(variantId, locationId);
  const whole = locations.find((locationId) => has(locationId) >= quantity);
  const taken: TakenGoods[] = [];
  let missing = quantity;
  for (const locationId of whole === undefined ? locations : [whole]) {
    const part = Math.min(missing, Math.max(0, has(locationId)));
    if (part === 0) continue;
    missing -= part;
    taken.push({ locationId, quantity: part });
    changeQuantity(store, { variantId, locationId, quantity: has(locationId) - part });
  }
  return taken;
}

/** Puts the same goods back where they were, and reports it. */
export function putGoodsBack(store: Store, variantId: string, taken: TakenGoods[]): void {
  for (const { locationId, quantity } of taken) {
    const now = store.stock.quantity(variantId, locationId);
    changeQuantity(store, { variantId, locationId, quantity: now + quantity });
  }
}

/** The platform's change of its own `HUB_Network` figure on a sale or its cancellation; reported only as an echo. */
export function changeNetworkFigure(store: Store, variantId: string, delta: number): void {
  const locationId = store.options.hubLocationId;
  const quantity = Math.max(0, store.stock.quantity(variantId, locationId) + delta);
  setNetworkFigure(store, variantId, quantity);
}

/** Sets the `HUB_Network` figure; its report is an echo, sent if the platform reports those. */
export function setNetworkFigure(store: Store, variantId: string, quantity: number): void {
  const level = { variantId, locationId: store.options.hubLocationId, quantity };
  if (store.options.echoes?.inventory) changeQuantity(store, level);
  else store.stock.set(level);
}

/** Sets an absolute quantity and sends `inventory.updated` for it. */
export function changeQuantity(
  store: Store,
  level: { variantId: string; locationId: string; quantity: number },
): Delivery {
  store.stock.set(level);
  return store.report('inventory.updated', { send: (events) => events.stockChanged(level) });
}
