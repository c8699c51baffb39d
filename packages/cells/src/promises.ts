/** Names one try to have an order's pieces from one shop: the order, and the number of the try. Made by the order's cell. */
export type Ref = string;

export const orderOf = (ref: Ref): string => ref.slice(0, ref.lastIndexOf(':'));

/**
 * How a try stands at the cell that owns the shop. It only ever goes forward: `held` becomes `shipped`, `given_back` or
 * `released`; the other four are ends.
 */
export type Standing = 'held' | 'shipped' | 'refused' | 'given_back' | 'released';

export interface Promised {
  readonly standing: Standing;
  readonly pieces: number;
}

/** A shop's stock of the article, and all that was promised of it; kept by the cell that owns the shop, and by it alone. */
export interface ShopStock {
  /** Pieces in the shop's house. */
  readonly onHand: number;
  readonly promised: ReadonlyMap<Ref, Promised>;
  /** Counts the changes of what is free: the larger number is the newer figure, whatever any clock says. */
  readonly version: number;
}

/** @returns pieces that nobody was promised */
export function freePieces({ onHand, promised }: ShopStock): number {
  const held = [...promised.values()].filter(({ standing }) => standing === 'held');
  return held.reduce((free, { pieces }) => free - pieces, onHand);
}

/** Promises the pieces, or refuses. The same try again changes nothing, whatever has become of it. */
export function reserve(stock: ShopStock, { ref, pieces }: { ref: Ref; pieces: number }): ShopStock {
  if (stock.promised.has(ref)) return stock;
  return put(stock, ref, { standing: freePieces(stock) >= pieces ? 'held' : 'refused', pieces });
}

/**
 * Takes a promise back, if it is not used yet. A try that was never heard of is released too: its `reserve` may be under
 * way still, and must find that it comes too late.
 */
export function release(stock: ShopStock, ref: Ref): ShopStock {
  const promised = stock.promised.get(ref);
  if (promised && promised.standing !== 'held') return stock;
  return put(stock, ref, { standing: 'released', pieces: promised?.pieces ?? 0 });
}

/** The shop's own people hand the pieces over. Only what is held leaves the house. */
export function ship(stock: ShopStock, ref: Ref): ShopStock {
  const promised = stock.promised.get(ref);
  if (promised?.standing !== 'held') return stock;
  const left = { ...stock, onHand: stock.onHand - promised.pieces };
  return put(left, ref, { ...promised, standing: 'shipped' });
}

/** The shop cannot ship after all. */
export function giveBack(stock: ShopStock, ref: Ref): ShopStock {
  const promised = stock.promised.get(ref);
  if (promised?.standing !== 'held') return stock;
  return put(stock, ref, { ...promised, standing: 'given_back' });
}

/** Goods come in, or are sold in the shop itself, which sells nothing that it has promised. */
export function changeStock(stock: ShopStock, by: number): ShopStock {
  const change = Math.max(by, -freePieces(stock));
  return { ...stock, onHand: stock.onHand + change, version: stock.version + 1 };
}

function put(stock: ShopStock, ref: Ref, promised: Promised): ShopStock {
  return { ...stock, promised: new Map(stock.promised).set(ref, promised), version: stock.version + 1 };
}
