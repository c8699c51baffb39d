import { describe, expect, it } from '@jest/globals';
import { ORDER_LINE_TRANSITIONS, SELLER_ORDER_TRANSITIONS } from '../src/states/order-states';
import { SHIPPING_ORDER_TRANSITIONS } from '../src/states/shipping-order-states';
import { STOP_TRANSITIONS } from '../src/states/stop-states';
import { explore, type Exploration } from './exploring/explore';
import { aShippingOrder } from './exploring/moves';
import { Book, type World } from './exploring/world';

const book = new Book();
const aWorld = (given: Partial<World>): World => ({
  order: 'accepted',
  dryRun: false,
  wholePackages: false,
  lines: ['waiting'],
  shippingOrders: [],
  ...given,
});

/** `planShown`: its shop has it, and the hub has lost that fact. */
const found = (order: World['order']): World => ({
  ...aWorld({ order, lines: ['allocated'] }),
  shippingOrders: [{ ...aShippingOrder(0, false), state: 'sending', atStore: 'has' }],
});

describe.each<[string, World, number]>([
  ['one line, three shops one after another', aWorld({}), 3],
  ['two lines at two shops', aWorld({ lines: ['waiting', 'waiting'], wholePackages: true }), 3],
  ['an order that is held', aWorld({ order: 'held' }), 1],
  ['a dry run', aWorld({ dryRun: true }), 1],
  ['an order that a restored database finds at its shop', found('accepted'), 2],
  ['one that is held besides', found('held'), 2],
])('whatever stores, customers, workers and support do: %s', (_, start, most) => {
  let explored: Exploration;
  it('no line ships twice, and no shipped or standing shipping order is stopped', () => {
    explored = explore(start, book, most);
    expect(explored.broken).toBeNull();
  });

  it('every state that can be reached has a way out', () => {
    expect(explored.stuck).toEqual([]);
  });
});

it('every transition of the tables is used at some time', () => {
  const named = (kind: string, table: object) => Object.keys(table).map((name) => `${kind}: ${name}`);
  const all = [
    ...named('shipping order', SHIPPING_ORDER_TRANSITIONS),
    ...named('stop', STOP_TRANSITIONS),
    ...named('seller order', SELLER_ORDER_TRANSITIONS),
    ...named('line', ORDER_LINE_TRANSITIONS),
  ];
  // An order is created before the exploration begins.
  const born = ['seller order: take', 'seller order: hold', 'line: take', 'line: leave'];
  // Used only by a store that refuses what it ships.
  born.push('shipping order: showRefusedPlaced');
  // Used only by a database that went back in time (`hub restore`).
  born.push('shipping order: doubt', 'shipping order: planShown');
  // Used only 180 days after an order was received, before its address is deleted (D30).
  born.push('shipping order: expireUnsent', 'line: expire');
  // Used only on the rest of a partly shipped order (D12); packages of a part of a line are not explored.
  born.push('line: shipPart', 'line: closeRest');
  expect(all.filter((name) => !book.used.has(name)).sort()).toEqual(born.sort());
});
