import { describe, expect, it } from '@jest/globals';
import { CommandFailure } from '../failure';
import { costAt } from './at-rate';
import { coresOf, estimate } from './estimate';
import { RUN } from './measured-run';
import type { Rates, Workload } from './workload';

const aWorkload = (overrides: Partial<Workload> = {}): Workload => ({
  eventsPerSecond: 500,
  ordersPerSecond: 20,
  packages: 1,
  cancelled: 0,
  returned: 0,
  busy: 0.5,
  busyHours: 8,
  ...overrides,
});

const copiesOf = (workload: Workload) =>
  new Map(estimate(workload).services.map(({ service, copies }) => [service, copies]));

describe('how many copies', () => {
  it('two of each carry a calm network: one may be down', () => {
    const copies = copiesOf(aWorkload({ eventsPerSecond: 5, ordersPerSecond: 1 }));
    expect([...copies.values()]).toEqual(Array.from({ length: 8 }, () => 2));
  });

  it('as many as keep each below its allowed load', () => {
    const { services } = estimate(aWorkload({ eventsPerSecond: 10_000, ordersPerSecond: 500, busy: 0.4 }));
    for (const { cores, copies } of services) expect(cores / copies).toBeLessThanOrEqual(0.4);
    const inventory = services.find(({ service }) => service === 'inventory');
    expect(inventory?.copies).toBeGreaterThan(2);
  });

  it('stock events alone need no more of routing and fulfilment, orders do', () => {
    const stock = copiesOf(aWorkload({ eventsPerSecond: 5_000, ordersPerSecond: 0 }));
    const orders = copiesOf(aWorkload({ eventsPerSecond: 5_000, ordersPerSecond: 500 }));
    expect([stock.get('routing'), stock.get('fulfilment')]).toEqual([2, 2]);
    expect(orders.get('routing')).toBeGreaterThan(2);
    expect(orders.get('fulfilment')).toBeGreaterThan(2);
  });

  it('connections are those of all copies', () => {
    const { services, database, brokerConnections } = estimate(
      aWorkload({ eventsPerSecond: 0, ordersPerSecond: 0 }),
    );
    expect(services).toHaveLength(8);
    // Two copies each: ingress 2, six workers 10, support 22.
    expect(database.connections).toBe(2 * (2 + 6 * 10 + 22));
    expect(brokerConnections).toBe(8 * 2 * 2);
  });
});

describe('what is stored', () => {
  const gb = (workload: Workload) =>
    new Map(estimate(workload).tables.map((one) => [one.table, one.bytesAfterAYear]));

  it('a week of stock events, and orders permanently (D30)', () => {
    const table = (workload: Workload) =>
      estimate(workload).tables.find(({ table: name }) => name === 'event_ledger');
    const stock = table(aWorkload({ ordersPerSecond: 0 }));
    const orders = table(aWorkload({ eventsPerSecond: 20, packages: 0 }));
    expect((stock?.bytesAfterAYear ?? 0) / (stock?.bytesPerMonth ?? 1)).toBeCloseTo(7 / 30);
    expect((orders?.bytesAfterAYear ?? 0) / (orders?.bytesPerMonth ?? 1)).toBeCloseTo(365 / 30);
  });

  it('twice the hours, twice the rows', () => {
    const [short, long] = [gb(aWorkload({ busyHours: 4 })), gb(aWorkload({ busyHours: 8 }))];
    for (const [table, bytes] of long) expect(bytes).toBeCloseTo(2 * (short.get(table) ?? 0));
  });
});

it('more orders than events are refused', () => {
  expect(() => estimate(aWorkload({ eventsPerSecond: 30, ordersPerSecond: 20 }))).toThrow(CommandFailure);
});

describe('the cost of an event', () => {
  const commits = (perCopy: number) => costAt('stock', perCopy, ({ commits: count }) => count);
  const [calm, busy] = RUN.stock.map(({ events }) => (events[0] ?? 0) / RUN.sentSeconds);

  it('falls from the calm rate to the busy one, and is that of the nearer one outside of them', () => {
    expect(commits(((calm ?? 0) + (busy ?? 0)) / 2)).toBeLessThan(commits(calm ?? 0));
    expect(commits(((calm ?? 0) + (busy ?? 0)) / 2)).toBeGreaterThan(commits(busy ?? 0));
    expect(commits(0.1)).toBe(commits(calm ?? 0));
    expect(commits(1e6)).toBe(commits(busy ?? 0));
  });

  it('is that of its own worker: stock events cost fulfilment nothing, cancellations cost as much as packages', () => {
    const rates: Rates = { stock: 100, order: 0, shipment: 0, cancellation: 0, return: 0 };
    expect(coresOf('cancellation', rates, 2)).toBe(0);
    const cancelled = { ...rates, stock: 0, cancellation: 10 };
    const shipped = { ...rates, stock: 0, shipment: 10 };
    const none = { ...rates, stock: 0 };
    const fulfilment = coresOf('fulfilment', shipped, 2) - coresOf('fulfilment', none, 2);
    expect(coresOf('cancellation', cancelled, 2)).toBeCloseTo(fulfilment);
  });
});
