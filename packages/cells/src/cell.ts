import * as orders from './order';
import { hasEnded, newOrder, type Order, type ShopId } from './order';
import * as promises from './promises';
import type { Ref, ShopStock, Standing } from './promises';

export type CellId = number;

/**
 * The messages between cells. Each may be lost, duplicated, late, and in any order: each is repeated until it is
 * received.
 */
export type Message =
  | { kind: 'reserve'; ref: Ref; shop: ShopId; pieces: number; answerTo: CellId }
  | { kind: 'release'; ref: Ref; shop: ShopId; answerTo: CellId }
  | { kind: 'standing'; ref: Ref; standing: Standing }
  | { kind: 'stock'; shop: ShopId; free: number; version: number };

/** An input of a cell. */
export type Input =
  | Message
  | { kind: 'sold'; order: string; pieces: number }
  | { kind: 'cancelled'; order: string }
  | { kind: 'stock_changed'; shop: ShopId; by: number }
  | { kind: 'shipped'; ref: Ref; shop: ShopId }
  | { kind: 'given_back'; ref: Ref; shop: ShopId }
  | { kind: 'time_passed' };

export interface Sent {
  readonly to: CellId;
  readonly message: Message;
}

/** All that a cell stores in its database. */
export interface Cell {
  readonly id: CellId;
  /** Of the shops that are pinned to it. */
  readonly shops: ReadonlyMap<ShopId, ShopStock>;
  /** The last received figure of every shop's free pieces. */
  readonly heard: ReadonlyMap<ShopId, { free: number; version: number }>;
  readonly orders: ReadonlyMap<string, Order>;
}

/** What a cell needs to know of the network. */
export interface Network {
  readonly cells: readonly CellId[];
  ownerOf(shop: ShopId): CellId;
}

/** The owner's rules and the order's, which a test may break one by one. */
export type Rules = Pick<typeof promises, 'reserve' | 'release' | 'ship' | 'giveBack' | 'changeStock'> &
  Pick<typeof orders, 'turnToShop' | 'hear' | 'cancel' | 'wait'>;
const THE_RULES: Rules = { ...promises, ...orders };

/** A cell at a moment, by its own clock. */
interface Moment {
  readonly cell: Cell;
  readonly network: Network;
  readonly now: number;
}

/** The result of one input at a cell: what it stores and what it sends, in one transaction. */
export interface Step {
  readonly cell: Cell;
  readonly sent: readonly Sent[];
}

/** Applies the rules to one input. */
export function takeStep(at: Moment, input: Input, rules: Rules = THE_RULES): Step {
  const { cell, network } = at;
  switch (input.kind) {
    case 'reserve':
    case 'release': {
      const changed = onShop(cell, input.shop, (stock) =>
        input.kind === 'reserve' ? rules.reserve(stock, input) : rules.release(stock, input.ref),
      );
      const standing = changed.shops.get(input.shop)?.promised.get(input.ref)?.standing;
      const answer: Sent[] = standing
        ? [{ to: input.answerTo, message: { kind: 'standing', ref: input.ref, standing } }]
        : [];
      // What is free is sent with every answer, ahead of it: a refused cell knows why, and asks another.
      return { cell: changed, sent: [...sendStock(changed, input.shop, [input.answerTo]), ...answer] };
    }
    case 'stock_changed':
      return withNews(cell, network, [input.shop, (stock) => rules.changeStock(stock, input.by)]);
    case 'shipped':
      return withNews(cell, network, [input.shop, (stock) => rules.ship(stock, input.ref)]);
    case 'given_back':
      return withNews(cell, network, [input.shop, (stock) => rules.giveBack(stock, input.ref)]);
    case 'stock':
      return { cell: hearStock(cell, input), sent: [] };
    case 'standing':
      return onOrder(at, promises.orderOf(input.ref), {
        ...rules,
        change: (order) => rules.hear(order, input.ref, input.standing),
      });
    case 'sold': {
      if (cell.orders.has(input.order)) return { cell, sent: [] };
      const sold = new Map(cell.orders).set(input.order, newOrder(input.order, input.pieces));
      return onOrder({ ...at, cell: { ...cell, orders: sold } }, input.order, {
        ...rules,
        change: (order) => order,
      });
    }
    case 'cancelled':
      return onOrder(at, input.order, { ...rules, change: rules.cancel });
    case 'time_passed':
      return sayAgain(at, rules);
  }
}

/** Everything that was sent and may not have been received: the request of each open order, and what each shop has free. */
function sayAgain(at: Moment, rules: Rules): Step {
  let { cell } = at;
  const sent: Sent[] = [];
  for (const [id, order] of cell.orders) {
    if (hasEnded(order)) continue;
    const change = (one: Order) => rules.wait(one, at.now);
    ({ cell } = onOrder({ ...at, cell }, id, { ...rules, change }));
    sent.push(...wishOf(cell.orders.get(id), { cell, network: at.network }));
  }
  for (const shop of cell.shops.keys()) sent.push(...sendStock(cell, shop, at.network.cells));
  return { cell, sent };
}

/** Changes an order, assigns it a shop if it has none, and sends its request if that is new. */
function onOrder(
  { cell, network, now }: Moment,
  id: string,
  { change, turnToShop }: Pick<Rules, 'turnToShop'> & { change: (order: Order) => Order },
): Step {
  const order = cell.orders.get(id);
  if (!order) return { cell, sent: [] };
  const free = new Map([...cell.heard].map(([shop, heard]) => [shop, heard.free]));
  const changed = turnToShop(change(order), free, now);
  const kept = new Map(cell.orders).set(id, changed);
  const wish = isSameWish(order.current, changed.current) ? [] : wishOf(changed, { cell, network });
  return { cell: { ...cell, orders: kept }, sent: wish };
}

const isSameWish = (before: Order['current'], after: Order['current']): boolean =>
  before?.ref === after?.ref && before?.isTakenBack === after?.isTakenBack;

/** An order's request to the owner of its shop; the answer gives the state of its try, so it is a query too. */
function wishOf(order: Order | undefined, { cell, network }: { cell: Cell; network: Network }): Sent[] {
  if (!order?.current || order.isShipped) return [];
  const { current, pieces } = order;
  const { ref, shop } = current;
  const what = { ref, shop, answerTo: cell.id };
  const message: Message = current.isTakenBack
    ? { kind: 'release', ...what }
    : { kind: 'reserve', ...what, pieces };
  return [{ to: network.ownerOf(shop), message }];
}

function onShop(cell: Cell, shop: ShopId, change: (stock: ShopStock) => ShopStock): Cell {
  const stock = cell.shops.get(shop);
  return stock ? { ...cell, shops: new Map(cell.shops).set(shop, change(stock)) } : cell;
}

function withNews(
  cell: Cell,
  network: Network,
  [shop, change]: [ShopId, (stock: ShopStock) => ShopStock],
): Step {
  const changed = onShop(cell, shop, change);
  return { cell: changed, sent: sendStock(changed, shop, network.cells) };
}

function sendStock(cell: Cell, shop: ShopId, to: readonly CellId[]): Sent[] {
  const stock = cell.shops.get(shop);
  if (!stock) return [];
  const { version } = stock;
  const message: Message = { kind: 'stock', shop, free: promises.freePieces(stock), version };
  return to.map((one) => ({ to: one, message }));
}

function hearStock(cell: Cell, { shop, free, version }: Extract<Message, { kind: 'stock' }>): Cell {
  if ((cell.heard.get(shop)?.version ?? -1) >= version) return cell;
  return { ...cell, heard: new Map(cell.heard).set(shop, { free, version }) };
}
