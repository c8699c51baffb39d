import type { OrderLineState, SellerOrderState, ShippingOrderState, StopState } from '@hub/database';
import {
  mayGo,
  SHIPPING_ORDER_TRANSITIONS,
  type ShippingOrderTransition,
} from '../../src/states/shipping-order-states';
import {
  ORDER_LINE_TRANSITIONS,
  SELLER_ORDER_TRANSITIONS,
  type OrderLineTransition,
  type SellerOrderTransition,
} from '../../src/states/order-states';
import { STOP_TRANSITIONS, type StopTransition } from '../../src/states/stop-states';

/** What a shop really has of a shipping order, whatever the hub knows. */
export type StoreState = 'nothing' | 'has' | 'cancelled' | 'shipped';

/** A `POST /orders` in flight, by what its attempts and those before may have done. */
export type PlacingCall = 'did nothing' | 'may have acted' | 'disputed';

/** A `POST /cancel` in flight: not there yet, or how the store has taken it. */
export type CancelCall = 'on its way' | 'cancelled' | 'had shipped';

export interface Stop {
  state: StopState;
  kind: 'whole order' | 'cannot ship' | 'taken back';
  /** Its lines are closed once it is confirmed (D38). */
  closes: boolean;
  /** A call of it was made, with unknown effect. */
  asked: boolean;
  call: CancelCall | null;
  /** The shop's own statement, reported by an agent. */
  word: 'confirmed' | 'already_shipped' | null;
}

export interface ShippingOrder {
  line: number;
  state: ShippingOrderState;
  atStore: StoreState;
  call: PlacingCall | null;
  stopRequested: boolean;
  /** What is known of its one parcel of two: nothing, the first, all. */
  packages: 0 | 1 | 2;
  returned: boolean;
  stop: Stop | null;
}

/** One order, its network lines, and every shipping order of it, the oldest first. */
export interface World {
  order: SellerOrderState;
  dryRun: boolean;
  /** Left out, so that more lines can be explored: a shop reports everything in one package, and no return. */
  wholePackages: boolean;
  lines: OrderLineState[];
  shippingOrders: ShippingOrder[];
}

/** A world changes only as the tables allow; the transitions used are recorded. */
export class Book {
  readonly used = new Set<string>();

  /** @returns false if the table has no such transition now */
  mayPlace(world: World, one: ShippingOrder, transition: ShippingOrderTransition): boolean {
    return mayGo(transition, {
      state: one.state,
      orderState: world.order,
      underWay: one.call !== null,
      stopRequested: one.stopRequested,
      holdsItsLines: holdsItsLine(world, one),
      hasPackage: one.packages > 0,
      stopSettled: one.stop !== null && one.stop.word !== null && isUnfinished(one.stop),
      // At any moment placing may be given up, or its shop be suspended.
      gaveUp: true,
      shopIs: 'suspended',
    });
  }

  goShippingOrder(world: World, one: ShippingOrder, transition: ShippingOrderTransition): void {
    if (!this.mayPlace(world, one, transition)) throw new Error(`${one.state} has no ${transition} here`);
    this.used.add(`shipping order: ${transition}`);
    one.state = SHIPPING_ORDER_TRANSITIONS[transition].to;
  }

  goStop(stop: Stop, transition: Exclude<StopTransition, 'withdraw' | `begin${string}`>): void {
    this.leave(`stop: ${transition}`, STOP_TRANSITIONS[transition].from, stop.state);
    stop.state = STOP_TRANSITIONS[transition].to;
  }

  withdraw(one: ShippingOrder, stop: Stop): void {
    this.leave('stop: withdraw', STOP_TRANSITIONS.withdraw.from, stop.state);
    one.stop = null;
  }

  goOrder(world: World, transition: SellerOrderTransition): void {
    this.leave(`seller order: ${transition}`, SELLER_ORDER_TRANSITIONS[transition].from, world.order);
    world.order = SELLER_ORDER_TRANSITIONS[transition].to;
  }

  goLine(world: World, line: number, transition: OrderLineTransition): void {
    this.leave(`line: ${transition}`, ORDER_LINE_TRANSITIONS[transition].from, world.lines[line]);
    world.lines[line] = ORDER_LINE_TRANSITIONS[transition].to;
  }

  private leave(name: string, from: readonly string[], state: string | undefined): void {
    if (state === undefined || !from.includes(state)) throw new Error(`${state} has no ${name}`);
    this.used.add(name);
  }
}

/** `holdsItsLines`, of one line. */
export function holdsItsLine(world: World, one: ShippingOrder): boolean {
  const latest = world.shippingOrders.filter(({ line }) => line === one.line).at(-1);
  return world.lines[one.line] === 'allocated' && latest === one;
}

export function copy(world: World): World {
  return {
    ...world,
    lines: [...world.lines],
    shippingOrders: world.shippingOrders.map((one) => ({ ...one, stop: one.stop && { ...one.stop } })),
  };
}

export function isUnfinished({ state }: Stop): boolean {
  return state !== 'confirmed' && state !== 'already_shipped';
}

/** Two worlds of the same key are the same, whichever line comes first. */
export function keyOf({ order, lines, shippingOrders }: World): string {
  const byLine = lines.map(
    (state, line) =>
      `${state}:${shippingOrders.flatMap((one) => (one.line === line ? keyOfOne(one) : [])).join('|')}`,
  );
  return `${order}#${byLine.sort().join('#')}`;
}

function keyOfOne(one: ShippingOrder): string {
  const { state, atStore, call, stopRequested, packages, returned, stop } = one;
  const isOver = stop === null || stop.state === 'confirmed';
  if (state === 'stopped' && isOver && call === null && atStore !== 'has' && atStore !== 'shipped')
    return 'over';
  const key = `${state},${atStore},${call},${stopRequested},${packages},${returned}`;
  if (stop === null) return key;
  if (stop.state === 'already_shipped') return `${key},${stop.state},${stop.kind}`;
  return `${key},${stop.state},${stop.kind},${stop.closes},${stop.asked},${stop.call},${stop.word}`;
}

/** Defines a move: `when` it is possible, it is `done` to a copy of the world. */
export type Offer = (name: string, when: boolean, done: (after: World) => void) => void;

/** A move of one shipping order: `done` gets it in a copy of the world. */
export type OfferOne = (
  name: string,
  when: boolean,
  done: (after: World, one: ShippingOrder) => void,
) => void;
