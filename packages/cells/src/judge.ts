import { hasEnded, type Order, type ShopId } from './order';
import { freePieces, orderOf, type Ref, type ShopStock } from './promises';
import type { World } from './world';

/** The invariants, at any moment and whatever fails. @returns each violation as text; none if all is well */
export function breaches(world: World): string[] {
  const live = liveTries(world);
  return [
    ...stocks(world)
      .filter(([, stock]) => freePieces(stock) < 0 || stock.onHand < 0)
      .map(([shop]) => `shop ${shop} has promised more than it has`),
    ...orders(world)
      .filter(({ id }) => (live.get(id)?.size ?? 0) > 1)
      .map(({ id }) => `order ${id} is promised, or shipped, twice`),
    ...orders(world)
      .filter((order) => hasEnded(order) && !order.isShipped && (live.get(order.id)?.size ?? 0) > 0)
      .map(({ id }) => `order ${id} is cancelled, and a shop ships it`),
  ];
}

/** What must hold once nothing fails any more. @returns each thing left undone, as text */
export function unfinished(world: World): string[] {
  const live = liveTries(world);
  const most = Math.max(...stocks(world).map(([, stock]) => freePieces(stock)));
  return [
    ...orders(world)
      .filter((order) => !hasEnded(order) && isStuck(order, { live, most }))
      .map(({ id }) => `order ${id} goes nowhere`),
    ...[...live.keys()]
      .filter((id) => !orders(world).some((order) => order.id === id && knowsItsShop(order)))
      .map((id) => `pieces are kept for order ${id}, which does not want them`),
    ...world.cells
      .filter(({ heard }) => stocks(world).some(([shop, at]) => heard.get(shop)?.free !== freePieces(at)))
      .map(({ id }) => `cell ${id} has not heard what is free`),
  ];
}

/** Neither promised, nor waiting for pieces that no shop has. */
function isStuck(order: Order, { live, most }: { live: Map<string, unknown>; most: number }): boolean {
  if (order.isCancelled || order.current) return !(order.current?.isHeld && live.has(order.id));
  return most >= order.pieces;
}

const knowsItsShop = ({ isShipped, current }: Order): boolean => isShipped || current?.isHeld === true;

/** The tries of each order that hold pieces, or have shipped them. */
function liveTries(world: World): Map<string, ReadonlySet<Ref>> {
  const held = stocks(world).flatMap(([, { promised }]) =>
    [...promised].filter(([, { standing }]) => standing === 'held').map(([ref]) => ref),
  );
  const live = new Map<string, Set<Ref>>();
  for (const ref of [...held, ...world.handedOver])
    live.set(orderOf(ref), (live.get(orderOf(ref)) ?? new Set()).add(ref));
  return live;
}

const stocks = ({ cells }: World): [ShopId, ShopStock][] => cells.flatMap(({ shops }) => [...shops]);

const orders = ({ cells }: World): Order[] => cells.flatMap((cell) => [...cell.orders.values()]);
