import type { StoreOrder } from '@hub/store-simulator';
import type { Listed } from './known-stock';
import type { PlayedLife } from './played-life';
import { HUB_LOCATION, LOCATIONS, type Trader } from './trader';

/** Price of a piece, for every buyer. */
export const PRICE = 100;

/** Customers buy what is shown, no more; of another article if there is none of this one. */
export function sell(at: Trader, step: { do: string; article: number; quantity: number }): void {
  const network = step.do === 'sell';
  const has = ({ variantId }: Listed) => {
    const stock = at.store.inventory(variantId);
    return network ? at.shown(variantId) : Math.max(...LOCATIONS.map((id) => stock[id] ?? 0));
  };
  const listed = at.listed.flatMap((one) => (one && has(one) > 0 ? one : []));
  const chosen = listed.find(({ article }) => article === step.article) ?? listed[0];
  if (!chosen) return;
  const quantity = Math.min(step.quantity, has(chosen));
  at.store.sell({ lines: [{ variantId: chosen.variantId, quantity, network, unitPrice: PRICE }] });
}

export function cancel(at: Trader, pick: number): void {
  const order = among(
    at.ownOrders.filter(({ status, lines }) => status === 'created' && lines.some(isOpenNetworkLine)),
    pick,
  );
  if (order) at.store.cancelOrder(order.orderId);
}

export function isOpenNetworkLine({ locationId, tracked }: StoreOrder['lines'][number]): boolean {
  return locationId === HUB_LOCATION && tracked === 0;
}

export function ship(life: PlayedLife, at: Trader, { pick, part }: { pick: number; part: boolean }): void {
  const order = among(at.toShip, pick);
  if (!order) return;
  const line = order.lines.find(({ quantity, shipped }) => shipped < quantity);
  if (!part || !line) return shipRest(life, at, order);
  life.changedIn.set(order.orderId, life.phase);
  at.store.ship(order.orderId, { lines: [{ line: line.lineId, quantity: 1 }] });
}

export function shipRest(life: PlayedLife, at: Trader, { orderId }: StoreOrder): void {
  life.changedIn.set(orderId, life.phase);
  at.store.ship(orderId);
}

/** Whole orders come back, once; the report of the package may arrive after that of the return. */
export function takeBack(life: PlayedLife, at: Trader, pick: number): void {
  const order = among(
    at.shippingOrders.filter(({ orderId, status }) => status === 'created' && !at.takenBack.has(orderId)),
    pick,
  );
  if (!order) return;
  if (at.toShip.includes(order)) shipRest(life, at, order);
  at.takenBack.add(order.orderId);
  at.store.returnGoods(order.orderId);
}

/** Says that it cannot ship an order. */
export function giveUp(life: PlayedLife, at: Trader, pick: number): void {
  const order = among(
    at.toShip.filter(({ lines }) => lines.every(({ shipped }) => shipped === 0)),
    pick,
  );
  if (!order) return;
  life.changedIn.set(order.orderId, life.phase);
  life.cannotShip.add(order.orderId);
  at.store.cancelOrder(order.orderId);
}

export function changeStock(at: Trader, step: { article: number; location: number; quantity: number }): void {
  const [listed, locationId] = [at.listed[step.article], LOCATIONS[step.location]];
  if (listed && locationId) at.store.changeStock(listed.variantId, locationId, step.quantity);
}

export function changeCatalogue(shop: Trader, step: { do: string; article: number }): void {
  const { article } = step;
  const listed = shop.listed[article];
  if (step.do === 'vanish') shop.listed[article] = null;
  if (step.do === 'recreate') shop.list(article);
  if (step.do === 'list an earlier one') {
    const earlier = shop.variants.filter((one) => one.article === article && one !== listed);
    if (earlier[0]) shop.relist(earlier[0]);
  }
  if (step.do === 'take barcode away' && listed) listed.hasBarcode = false;
  if (step.do === 'give barcode' && listed) listed.hasBarcode = true;
  shop.offer();
}

export function among<T>(found: readonly T[], pick: number): T | undefined {
  return found[pick % Math.max(1, found.length)];
}
