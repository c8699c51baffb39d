import type { Ref, Standing } from './promises';

export type ShopId = number;

/** The try in progress, or the one that holds. */
interface Try {
  readonly ref: Ref;
  readonly shop: ShopId;
  /** By the clock of the order's cell, which may be wrong. */
  readonly askedAt: number;
  /** The owner has answered `held`. */
  readonly isHeld: boolean;
  /** The order's cell wants it released, and tries no other shop before the owner has reported its state. */
  readonly isTakenBack: boolean;
}

/** An order, kept by the cell of the shop that sold it. One line of one article is enough to lose, or to ship twice. */
export interface Order {
  readonly id: string;
  readonly pieces: number;
  readonly tries: number;
  readonly current: Try | null;
  readonly isCancelled: boolean;
  readonly isShipped: boolean;
}

/** How long the owner of a shop may be silent before its promise is taken back, in the units of the cells' clocks. */
export const PATIENCE = 100;

export function newOrder(id: string, pieces: number): Order {
  return { id, pieces, tries: 0, current: null, isCancelled: false, isShipped: false };
}

/** @returns whether nothing can happen to the order any more */
export const hasEnded = ({ isShipped, isCancelled, current }: Order): boolean =>
  isShipped || (isCancelled && current === null);

/**
 * Tries the shop with the most free pieces, according to the order's cell.
 *
 * @param free what each shop has free; may be old, as the owner decides
 */
export function turnToShop(order: Order, free: ReadonlyMap<ShopId, number>, now: number): Order {
  if (hasEnded(order) || order.current) return order;
  const [best] = [...free].filter(([, pieces]) => pieces >= order.pieces).toSorted(byMost);
  if (!best) return order;
  const tries = order.tries + 1;
  const ref = `${order.id}:${tries}`;
  return {
    ...order,
    tries,
    current: { ref, shop: best[0], askedAt: now, isHeld: false, isTakenBack: false },
  };
}

const byMost = ([shop, free]: [ShopId, number], [otherShop, other]: [ShopId, number]): number =>
  other - free || shop - otherShop;

/**
 * The owner's answer to a try. Only an end of the current one lets the order continue: a silent owner may hold the
 * pieces, and a duplicate or late answer is of a finished try.
 */
export function hear(order: Order, ref: Ref, standing: Standing): Order {
  const { current } = order;
  if (hasEnded(order) || current?.ref !== ref) return order;
  switch (standing) {
    case 'held':
      return { ...order, current: { ...current, isHeld: true } };
    case 'shipped':
      return { ...order, isShipped: true };
    case 'refused':
    case 'given_back':
    case 'released':
      return { ...order, current: null };
  }
}

/** The customer cancels: what has not shipped is stopped. */
export function cancel(order: Order): Order {
  if (hasEnded(order)) return order;
  return takeBack({ ...order, isCancelled: true });
}

/** Times out an owner that has not answered. A wrong clock makes this early or late, never unsafe. */
export function wait(order: Order, now: number): Order {
  const { current } = order;
  if (!current || current.isHeld || now - current.askedAt <= PATIENCE) return order;
  return takeBack(order);
}

function takeBack(order: Order): Order {
  return order.current ? { ...order, current: { ...order.current, isTakenBack: true } } : order;
}
