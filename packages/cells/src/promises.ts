/**
 * Identifies one try to reserve an order's pieces at one shop: the order, and the number of the try. Made by the
 * order's cell.
 */
export type Ref = string;

export const orderOf = (ref: Ref): string => ref.slice(0, ref.lastIndexOf(':'));

/**
 * The state of a try at the cell that owns the shop. It only moves forward: `held` becomes `shipped`, `given_back` or
 * `released`; the other four are ends.
 */
export type Standing = 'held' | 'shipped' | 'refused' | 'given_back' | 'released';

export interface Promised {
  readonly standing: Standing;
  readonly pieces: number;
}

/** A shop's stock of the article, and all promises of it; stored only by the cell that owns the shop. */
export interface ShopStock {
  /** Pieces in the shop. */
  readonly onHand: number;
  readonly promised: ReadonlyMap<Ref, Promised>;
  /** Version of the free quantity: the larger number is the newer figure, whatever any clock says. */
  readonly version: number;
}

/** @returns pieces that are not promised */
export function freePieces({ onHand, promised }: ShopStock): number {
  const held = [...promised.values()].filter(({ standing }) => standing === 'held');
  return held.reduce((free, { pieces }) => free - pieces, onHand);
}

/** Promises the pieces, or refuses. Repeating the same try changes nothing, whatever its state. */
export function reserve(stock: ShopStock, { ref, pieces }: { ref: Ref; pieces: number }): ShopStock {
  if (stock.promised.has(ref)) return stock;
  return put(stock, ref, { standing: freePieces(stock) >= pieces ? 'held' : 'refused', pieces });
}

/**
 * Takes a promise back, if it is not used yet. An unknown try is released too: its `reserve` may still be in flight,
 * and must come too late.
 */
export function release(stock: ShopStock, ref: Ref): ShopStock {
  const promised = stock.promised.get(ref);
  if (promised && promised.standing !== 'held') return stock;
  return put(stock, ref, { standing: 'released', pieces: promised?.pieces ?? 0 });
}

/** The shop's own people hand the pieces over. Only held pieces ship. */
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

/** Goods arrive, or are sold in the shop itself, which sells nothing that it has promised. */
export function changeStock(stock: ShopStock, by: number): ShopStock {
  const change = Math.max(by, -freePieces(stock));
  return { ...stock, onHand: stock.onHand + change, version: stock.version + 1 };
}

function put(stock: ShopStock, ref: Ref, promised: Promised): ShopStock {
  return { ...stock, promised: new Map(stock.promised).set(ref, promised), version: stock.version + 1 };
}
