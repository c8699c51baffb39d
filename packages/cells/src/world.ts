import { type Cell, type CellId, type Input, type Network, type Rules, type Sent, takeStep } from './cell';
import { hasEnded, type ShopId } from './order';
import type { Ref } from './promises';

const CELLS: readonly CellId[] = [0, 1, 2];
/** Two per cell. */
const SHOPS: readonly ShopId[] = [0, 1, 2, 3, 4, 5];
const NETWORK: Network = { cells: CELLS, ownerOf: (shop) => shop % CELLS.length };
const FIRST_STOCK = 2;
/** More turns than any problem takes to settle: an order is refused by each shop once for each change of its stock. */
const MOST_TURNS = 500;

/** One event. Numbers choose among what exists at the moment, so that any list of steps is valid. */
export type WorldStep =
  | { do: 'deliver' | 'lose' | 'double'; pick: number }
  | { do: 'crash' | 'start'; pick: number }
  | { do: 'time'; pick: number; by: number }
  | { do: 'sell'; pick: number; pieces: number }
  | { do: 'cancel' | 'ship' | 'give_back'; pick: number }
  | { do: 'stock'; pick: number; by: number };

/** Cells, messages in flight between them, and the state of both. Changed in place: one world is one run. */
export class World {
  cells: Cell[] = CELLS.map(firstCell);
  /** The tries whose pieces have really shipped, whatever any cell has stored. */
  readonly handedOver: Ref[] = [];
  /** How often each kind of step was taken; steps without effect are not counted. */
  readonly taken = new Map<WorldStep['do'], number>();
  private underWay: Sent[] = [];
  private readonly down = new Set<CellId>();
  private readonly clocks = new Map<CellId, number>();
  private sales = 0;

  constructor(private readonly rules?: Rules) {}

  take(step: WorldStep): void {
    if (this.try(step)) this.taken.set(step.do, (this.taken.get(step.do) ?? 0) + 1);
  }

  /** From now on nothing fails: every cell is up, every message arrives, time passes. @returns whether it came to rest */
  settle(): boolean {
    this.down.clear();
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const before = JSON.stringify(this.kept());
      for (const id of CELLS) this.give(id, { kind: 'time_passed' }, 1_000);
      while (this.underWay.length > 0) this.deliver(0);
      if (JSON.stringify(this.kept()) === before) return true;
    }
    return false;
  }

  private try(step: WorldStep): boolean {
    switch (step.do) {
      case 'deliver':
        return this.underWay.length > 0 && this.deliver(step.pick % this.underWay.length);
      case 'lose':
        return this.underWay.splice(step.pick % Math.max(1, this.underWay.length), 1).length > 0;
      case 'double':
        return this.double(step.pick);
      case 'crash':
        return !this.down.has(cellAt(step.pick)) && Boolean(this.down.add(cellAt(step.pick)));
      case 'start':
        return this.down.delete(cellAt(step.pick));
      case 'time':
        return this.give(cellAt(step.pick), { kind: 'time_passed' }, step.by);
      case 'sell':
        this.sales += 1;
        return this.give(cellAt(step.pick), { kind: 'sold', order: `o${this.sales}`, pieces: step.pieces });
      case 'cancel':
        return this.cancel(step.pick);
      case 'ship':
        return this.atShop(step.pick, 'shipped');
      case 'give_back':
        return this.atShop(step.pick, 'given_back');
      case 'stock': {
        const shop = step.pick % SHOPS.length;
        return this.give(NETWORK.ownerOf(shop), { kind: 'stock_changed', shop, by: step.by });
      }
    }
  }

  /** A message to a cell that is down is lost. */
  private deliver(index: number): boolean {
    const [sent] = this.underWay.splice(index, 1);
    return sent !== undefined && this.give(sent.to, sent.message);
  }

  private double(pick: number): boolean {
    const sent = this.underWay[pick % Math.max(1, this.underWay.length)];
    if (sent) this.underWay.push(sent);
    return sent !== undefined;
  }

  /**
   * Crashes lose what a cell would have sent, never what it stores: both come from one transaction, and a relay sends
   * later.
   */
  private give(id: CellId, input: Input, clockBy = 0): boolean {
    const cell = this.cells[id];
    if (!cell || this.down.has(id)) return false;
    const now = (this.clocks.get(id) ?? 0) + clockBy;
    this.clocks.set(id, now);
    const step = takeStep({ cell, network: NETWORK, now }, input, this.rules);
    this.cells[id] = step.cell;
    this.underWay.push(...step.sent);
    return true;
  }

  private cancel(pick: number): boolean {
    const open = this.cells.flatMap((cell) =>
      [...cell.orders.values()].filter((order) => !hasEnded(order)).map(({ id }) => ({ cell: cell.id, id })),
    );
    const chosen = open[pick % Math.max(1, open.length)];
    return chosen !== undefined && this.give(chosen.cell, { kind: 'cancelled', order: chosen.id });
  }

  private atShop(pick: number, kind: 'shipped' | 'given_back'): boolean {
    const held = this.held();
    const chosen = held[pick % Math.max(1, held.length)];
    if (!chosen || !this.give(NETWORK.ownerOf(chosen.shop), { kind, ...chosen })) return false;
    if (kind === 'shipped') this.handedOver.push(chosen.ref);
    return true;
  }

  private held(): { ref: Ref; shop: ShopId }[] {
    return this.cells.flatMap(({ shops }) =>
      [...shops].flatMap(([shop, { promised }]) =>
        [...promised].filter(([, { standing }]) => standing === 'held').map(([ref]) => ({ ref, shop })),
      ),
    );
  }

  /** Everything but the times of requests. */
  private kept(): unknown {
    return this.cells.map(({ shops, heard, orders }) => [
      [...shops].map(([shop, stock]) => [shop, { ...stock, promised: [...stock.promised] }]),
      [...heard],
      [...orders].map(([id, { current, ...rest }]) => [id, rest, current && { ...current, askedAt: 0 }]),
    ]);
  }
}

const cellAt = (pick: number): CellId => pick % CELLS.length;

function firstCell(id: CellId): Cell {
  const own = SHOPS.filter((shop) => NETWORK.ownerOf(shop) === id);
  const stock = { onHand: FIRST_STOCK, promised: new Map(), version: 0 };
  return {
    id,
    shops: new Map(own.map((shop) => [shop, stock])),
    heard: new Map(SHOPS.map((shop) => [shop, { free: FIRST_STOCK, version: 0 }])),
    orders: new Map(),
  };
}
