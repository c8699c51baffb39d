import { afterEach, describe, expect, it } from '@jest/globals';
import { aShippingOrder } from '../src/testing/calling-service';
import type { MemoryTx } from '../src/storage/memory-storage';
import type { UnreportedOrder } from '../src/store-kit';
import { aKit, type KitWorld } from './a-kit';
import { aSale } from './a-shop';

let world: KitWorld;
afterEach(() => world.stop());

const stock = (quantity: number, asOf?: Date) => ({ variantId: 'V-1', locationId: '1001', quantity, asOf });

async function aPlacedOrder(): Promise<string> {
  const [line] = aShippingOrder().line_items;
  if (!line) throw new Error('the example has a line');
  const lines = [line, { ...line, external_ref: 'REF-1-2', quantity: 3 }];
  const { body } = await world.call('POST /orders', aShippingOrder({ line_items: lines }));
  return String(body['order_id']);
}

const parcel = (orderId: string, quantity: number, packageId = 'P-1') => ({
  orderId,
  packageId,
  carrier: 'PostNord',
  trackingNumber: 'T-1',
  shippedAt: new Date(),
  lines: [{ lineId: `${orderId}/V-1`, quantity }],
});

describe('order.created', () => {
  it('is not sent of an order whose amounts do not fit its lines, and the staff is notified', async () => {
    const unreported: UnreportedOrder[] = [];
    world = await aKit(() => ({ hooks: { onUnreported: (order) => void unreported.push(order) } }));
    const { events } = world.kit;
    const unfit = 'it was edited before it was reported';
    expect(await events.orderPaid({ ...aSale('7'), unfit })).toEqual({ skipped: 'unfit' });
    expect(unreported).toEqual([{ orderId: '7', reason: unfit }]);
    expect(await events.orderPaid(aSale('7'))).toEqual({ queued: expect.any(String) });
    expect(await events.orderPaid({ ...aSale('7'), unfit })).toEqual({ skipped: 'repeated' });
    expect(unreported).toHaveLength(1);
  });

  it("is sent where the shop ships all of it: the network's prices concern none of its lines", async () => {
    world = await aKit();
    const sale = aSale('7');
    const lines = sale.lines.map((line) => ({ ...line, allocations: [{ locationId: '1001', quantity: 1 }] }));
    expect(await world.kit.events.orderPaid({ ...sale, lines, unfit: 'edited' })).toEqual({
      queued: expect.any(String),
    });
  });
});

describe('inventory.updated', () => {
  it('D10: changed_at is strictly later for each report of a place, on a clock that stands still or goes back', async () => {
    world = await aKit();
    for (const [quantity, ms] of [
      [5, 0],
      [4, 0],
      [3, -60_000],
      [2, -30_000],
    ] as const) {
      world.clock.ms += ms;
      await world.kit.events.stockChanged(stock(quantity));
    }
    world.clock.ms += 90_000;
    await world.kit.sendDue();
    const reports = world.service.dataOf('inventory.updated');
    const inOrder = reports.sort((a, b) => (String(a['changed_at']) < String(b['changed_at']) ? -1 : 1));
    expect(inOrder.map(({ quantity }) => quantity)).toEqual([5, 4, 3, 2]);
    expect(new Set(reports.map((report) => report['changed_at'])).size).toBe(4);
  });

  it('drops what a webhook says late, or again', async () => {
    world = await aKit();
    const { events } = world.kit;
    const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 8, 0, second));
    expect(await events.stockChanged(stock(5, at(2)))).toEqual({ queued: expect.any(String) });
    expect(await events.stockChanged(stock(9, at(1)))).toEqual({ skipped: 'older' });
    expect(await events.stockChanged(stock(5, at(2)))).toEqual({ skipped: 'repeated' });
    expect(await events.stockChanged(stock(4, at(2)))).toEqual({ queued: expect.any(String) });
  });

  it("is no event where the platform's transaction rolls back", async () => {
    world = await aKit();
    const { storage, kit, service } = world;
    const sale = storage.transaction(async (tx) => {
      await kit.events.stockChanged(stock(1), tx);
      throw new Error('rolled back');
    });
    await expect(sale).rejects.toThrow('rolled back');
    await kit.sendDue();
    expect(service.attempts).toEqual([]);
  });

  it('says a quantity below 0 as 0, and a location by its number', async () => {
    world = await aKit();
    const { kit, service } = world;
    await kit.events.stockChanged({ variantId: 'V-1', locationId: 'stockroom', quantity: -2 });
    await kit.sendDue();
    const location_id = await kit.locationNumber('stockroom');
    expect(service.dataOf('inventory.updated')).toMatchObject([{ quantity: 0, location_id }]);
  });
});

describe('order.created', () => {
  it('is sent once, however often the platform reports it', async () => {
    world = await aKit();
    const { kit, service } = world;
    expect(await kit.events.orderPaid(aSale('7'))).toEqual({ queued: expect.any(String) });
    expect(await kit.events.orderPaid(aSale('7', { shippingCost: 9 }))).toEqual({ skipped: 'repeated' });
    await kit.sendDue();
    expect(service.dataOf('order.created')).toMatchObject([{ order_id: '7', payment_status: 'paid' }]);
  });

  it('is never sent of a shipping order: while it is created, afterwards, or by its mark', async () => {
    world = await aKit();
    const { kit, shop, service } = world;
    shop.onWrite = async () => {
      expect(await kit.events.orderPaid(aSale('S-1'))).toEqual({ skipped: 'echo' });
    };
    const orderId = await aPlacedOrder();
    expect(await kit.events.orderPaid(aSale(orderId))).toEqual({ skipped: 'echo' });
    expect(await kit.events.orderPaid(aSale('x', { tags: ['hub_ship'] }))).toEqual({ skipped: 'echo' });
    expect(await kit.events.orderPaid(aSale('x', { externalRef: 'REF-9' }))).toEqual({ skipped: 'echo' });
    await kit.sendDue();
    expect(service.dataOf('order.created')).toEqual([]);
  });

  it('splits a line over its locations, and joins it again in tracking and in a return', async () => {
    world = await aKit();
    const { kit, service, call, shop } = world;
    const [line] = aSale('7').lines;
    if (!line) throw new Error('the sale has a line');
    const allocations = [
      { locationId: '1001', quantity: 1 },
      { locationId: 'network', quantity: 2 },
      { locationId: 'stockroom', quantity: 3 },
    ];
    await kit.events.orderPaid(aSale('7', { lines: [{ ...line, allocations }] }));
    await kit.sendDue();
    const [sold] = service.dataOf('order.created');
    const parts = Object(sold)['line_items'];
    expect(parts).toMatchObject([{ quantity: 1 }, { quantity: 2 }, { quantity: 3 }]);
    expect(new Set(parts.map(Object).map((part: { line_item_id: string }) => part.line_item_id)).size).toBe(
      3,
    );
    const tracked = parts
      .slice(1)
      .map(({ line_item_id, quantity }: { line_item_id: string; quantity: number }) => ({
        line_item_id,
        quantity,
      }));
    await call('PUT /orders/7/tracking', {
      external_ref: 'PKG-1',
      carrier: 'PostNord',
      tracking_number: 'T-1',
      shipped_at: '2026-03-02T09:00:00Z',
      line_items: tracked,
    });
    expect(shop.parcels).toMatchObject([{ lines: [{ lineId: 'L-1', quantity: 5 }] }]);
    const [, part] = tracked;
    const lines = [{ order_line_id: part.line_item_id, quantity: 3 }];
    await call('POST /returns', { external_ref: 'RET-1', order_id: '7', lines });
    expect(shop.returns).toMatchObject([{ lines: [{ lineId: 'L-1', quantity: 3, reason: null }] }]);
  });

  it('D7: has amounts of at most six decimals, for any sums of floats of the platform', async () => {
    world = await aKit();
    const { kit, service } = world;
    const [line] = aSale('7').lines;
    if (!line) throw new Error('the sale has a line');
    const lines = [{ ...line, unitPrice: 100 / 3 }];
    await kit.events.orderPaid(aSale('7', { lines, totalDiscounts: 0.1 + 0.2, shippingCost: 1e-7 }));
    await kit.sendDue();
    expect(service.dataOf('order.created')).toMatchObject([
      { total_discounts: 0.3, shipping_cost: 0, line_items: [{ unit_price: 33.333333 }] },
    ]);
  });

  it("is shipped from the shop's first location where the platform names none", async () => {
    world = await aKit();
    const { kit, service } = world;
    const [line] = aSale('7').lines;
    if (!line) throw new Error('the sale has a line');
    const lines = [{ ...line, allocations: [{ locationId: null, quantity: 2 }] }];
    await kit.events.orderPaid(aSale('7', { lines }));
    await kit.sendDue();
    expect(service.dataOf('order.created')).toMatchObject([
      { line_items: [{ line_item_id: 'L-1', fulfillment_location_id: '1001', quantity: 2 }] },
    ]);
  });

  it('D7: text that no database holds is replaced, because it would have a paid order refused', async () => {
    world = await aKit();
    const { kit, service } = world;
    const address = { ...aSale('7').shippingAddress, name: 'Ro\u0000bin \ud800' };
    await kit.events.orderPaid(aSale('7', { shippingAddress: address }));
    await kit.sendDue();
    expect(service.dataOf('order.created')).toMatchObject([
      { shipping_address: { name: 'Ro\ufffdbin \ufffd' } },
    ]);
  });
});

describe('order.cancelled', () => {
  it('D12: is sent after its order.created, though that has to be sent again', async () => {
    world = await aKit();
    const { kit, service, clock } = world;
    service.mishaps.push(503);
    await kit.events.orderPaid(aSale('7'));
    await kit.events.orderCancelled({ orderId: '7' });
    await kit.sendDue();
    expect(service.taken).toEqual([]);
    clock.ms += 2_000;
    await kit.sendDue();
    expect(service.taken.map(({ event }) => event)).toEqual(['order.created', 'order.cancelled']);
  });

  it('is not sent of an order that was never reported, nor of one that the service stopped', async () => {
    world = await aKit();
    const { kit, shop, call, service } = world;
    expect(await kit.events.orderCancelled({ orderId: 'unpaid' })).toEqual({ skipped: 'unreported_order' });
    const orderId = await aPlacedOrder();
    const ends: unknown[] = [];
    shop.onWrite = async () => void ends.push(await kit.events.orderCancelled({ orderId }));
    await call('POST /cancel', { external_ref: 'C-1', order_id: orderId });
    ends.push(await kit.events.orderCancelled({ orderId }));
    expect(ends).toEqual([{ skipped: 'echo' }, { skipped: 'echo' }]);
    await kit.sendDue();
    expect(service.taken).toEqual([]);
  });

  it('D12: a shipping order that cannot be shipped is reported under its own id, once', async () => {
    world = await aKit();
    const { kit, service } = world;
    const orderId = await aPlacedOrder();
    await kit.events.orderCancelled({ orderId, reason: 'broken' });
    expect(await kit.events.orderCancelled({ orderId })).toEqual({ skipped: 'repeated' });
    await kit.sendDue();
    expect(service.dataOf('order.cancelled')).toEqual([{ order_id: orderId, reason: 'broken' }]);
  });
});

describe('fulfillment.shipped and return.created', () => {
  it('D11: carry the references of POST /orders, spread over lines that the platform joined', async () => {
    world = await aKit();
    const { kit, service } = world;
    const orderId = await aPlacedOrder();
    await kit.events.packageShipped(parcel(orderId, 4));
    expect(await kit.events.packageShipped(parcel(orderId, 4))).toEqual({ skipped: 'repeated' });
    await kit.events.packageShipped(parcel(orderId, 1, 'P-2'));
    const lines = [{ lineId: `${orderId}/V-1`, quantity: 5 }];
    const goods = { returnId: 'R-9', orderId, lines };
    await kit.events.returned(goods);
    expect(await kit.events.returned(goods)).toEqual({ skipped: 'repeated' });
    await kit.sendDue();
    expect(service.dataOf('fulfillment.shipped')).toMatchObject([
      {
        external_ref: 'REF-1',
        line_items: [
          { external_ref: 'REF-1-1', quantity: 2 },
          { external_ref: 'REF-1-2', quantity: 2 },
        ],
      },
      { package_id: 'P-2', line_items: [{ external_ref: 'REF-1-2', quantity: 1 }] },
    ]);
    expect(service.dataOf('return.created')).toMatchObject([
      {
        external_ref: 'REF-1',
        lines: [
          { external_ref: 'REF-1-1', quantity: 2 },
          { external_ref: 'REF-1-2', quantity: 3 },
        ],
      },
    ]);
    expect(service.refusals).toEqual([]);
  });

  it('are not sent for what is no shipping order, nor for a return that the service asked for', async () => {
    world = await aKit();
    const { kit, shop, call } = world;
    await kit.events.orderPaid(aSale('7'));
    expect(await kit.events.packageShipped(parcel('7', 1))).toEqual({ skipped: 'unreported_order' });
    const goods = { returnId: 'R-0', orderId: '7', lines: [{ lineId: 'L-1', quantity: 2 }] };
    const ends: unknown[] = [];
    shop.onWrite = async (_operation, tx: MemoryTx | null) =>
      void ends.push(await kit.events.returned(goods, tx ?? undefined));
    const lines = [{ order_line_id: 'L-1', quantity: 2 }];
    await call('POST /returns', { external_ref: 'RET-1', order_id: '7', lines });
    ends.push(await kit.events.returned(goods));
    expect(ends).toEqual([{ skipped: 'echo' }, { skipped: 'echo' }]);
  });

  it('"Return reported by the shipping shop": part of a line waits until the rest is back, and is then reported as the whole line', async () => {
    world = await aKit();
    const { kit, service } = world;
    const orderId = await aPlacedOrder();
    await kit.events.packageShipped(parcel(orderId, 5));
    const back = (returnId: string, quantity: number, reason?: string) =>
      kit.events.returned({ returnId, orderId, lines: [{ lineId: `${orderId}/V-1`, quantity, reason }] });
    expect(await back('R-1', 1)).toEqual({ skipped: 'part_of_a_line' });
    expect(await back('R-1', 1)).toEqual({ skipped: 'repeated' });
    expect(await back('R-2', 2, 'too small')).toEqual({ queued: expect.any(String) });
    expect(await back('R-3', 1)).toEqual({ skipped: 'part_of_a_line' });
    expect(await back('R-4', 1)).toEqual({ queued: expect.any(String) });
    await kit.sendDue();
    const lines = service.dataOf('return.created').map((data) => data['lines']);
    expect(lines).toMatchObject([
      [{ external_ref: 'REF-1-1', quantity: 2, reason: 'too small' }],
      [{ external_ref: 'REF-1-2', quantity: 3 }],
    ]);
  });

  it('a part whose rest has not come is shown by the health of the kit, with since when, until the rest comes', async () => {
    world = await aKit();
    const { kit, clock } = world;
    const [order, other] = [await aPlacedOrder(), 'another'];
    await kit.events.orderPaid(aSale(other));
    const back = (returnId: string, orderId: string, lineId: string) =>
      kit.events.returned({ returnId, orderId, lines: [{ lineId, quantity: 1 }] });
    const since = new Date(clock.ms);
    expect(await kit.health()).toMatchObject({ openReturns: { orders: 0, since: null } });
    await back('R-1', order, `${order}/V-1`);
    clock.ms += 60_000;
    await back('R-2', other, 'L-1');
    expect(await kit.health()).toMatchObject({ ok: true, openReturns: { orders: 2, since } });
    await back('R-3', order, `${order}/V-1`);
    expect(await kit.health()).toMatchObject({ openReturns: { orders: 1, since: new Date(clock.ms) } });
    await back('R-4', other, 'L-1');
    expect(await kit.health()).toMatchObject({ openReturns: { orders: 0, since: null } });
  });

  it('a return that is reported again counts with what is more of it', async () => {
    world = await aKit();
    const { kit, service } = world;
    const orderId = await aPlacedOrder();
    const received = (quantity: number) => {
      const lines = [{ lineId: `${orderId}/V-1`, quantity }];
      return kit.events.returned({ returnId: 'R-1', orderId, lines });
    };
    expect(await received(1)).toEqual({ skipped: 'part_of_a_line' });
    expect(await received(3)).toEqual({ queued: expect.any(String) });
    expect(await received(3)).toEqual({ skipped: 'repeated' });
    expect(await received(5)).toEqual({ queued: expect.any(String) });
    await kit.sendDue();
    expect(service.dataOf('return.created').map((data) => data['lines'])).toMatchObject([
      [{ external_ref: 'REF-1-1', quantity: 2 }],
      [{ external_ref: 'REF-1-2', quantity: 3 }],
    ]);
  });

  it('a line that is back whole is not reported again, under any id: the service has taken it', async () => {
    world = await aKit();
    const { kit, service } = world;
    const orderId = await aPlacedOrder();
    const back = (returnId: string, quantity: number) =>
      kit.events.returned({ returnId, orderId, lines: [{ lineId: `${orderId}/V-1`, quantity }] });
    await back('R-1', 2);
    expect(await back('R-2', 3)).toEqual({ queued: expect.any(String) });
    expect(await back('R-3', 5)).toEqual({ skipped: 'repeated' });
    await kit.sendDue();
    expect(service.dataOf('return.created').map((data) => data['lines'])).toMatchObject([
      [{ external_ref: 'REF-1-1', quantity: 2 }],
      [{ external_ref: 'REF-1-2', quantity: 3 }],
    ]);
  });

  it.each([
    ['no returns at all', () => undefined],
    ['the ids of its returns alone', () => ['R-1']],
  ])('an order that was kept with %s takes returns, and reports none again', async (_, returns) => {
    world = await aKit();
    const { kit, storage, service } = world;
    const [line] = aShippingOrder().line_items;
    if (!line) throw new Error('the example has a line');
    const lines = [line, { ...line, external_ref: 'REF-1-2', variant_id: 'V-2' }];
    const { body } = await world.call('POST /orders', aShippingOrder({ line_items: lines }));
    const orderId = String(body['order_id']);
    const back = (returnId: string, ...variants: string[]) =>
      kit.events.returned({
        returnId,
        orderId,
        lines: variants.map((variant) => ({ lineId: `${orderId}/${variant}`, quantity: 2 })),
      });
    await back('R-1', 'V-1');
    const key = { kind: 'shipping_order', id: orderId };
    await storage.transaction(async (tx) => {
      const order = JSON.parse((await storage.readRecord(key, tx)) ?? '');
      await storage.updateRecord({ ...key, value: JSON.stringify({ ...order, returns: returns() }) }, tx);
    });
    expect(await back('R-1', 'V-1')).toEqual({ skipped: 'repeated' });
    expect(await back('R-2', 'V-1', 'V-2')).toEqual({ queued: expect.any(String) });
    expect(await back('R-2', 'V-1', 'V-2')).toEqual({ skipped: 'repeated' });
    await kit.sendDue();
    expect(service.dataOf('return.created').map((data) => data['lines'])).toMatchObject([
      [{ external_ref: 'REF-1-1' }],
      [{ external_ref: 'REF-1-2' }],
    ]);
    expect(service.refusals).toEqual([]);
  });

  it('of an order sold here, parts wait for the rest too', async () => {
    world = await aKit();
    const { kit, service } = world;
    await kit.events.orderPaid(aSale('7'));
    const own = { orderId: '7', lines: [{ lineId: 'L-1', quantity: 1 }] };
    expect(await kit.events.returned({ ...own, returnId: 'R-5' })).toEqual({ skipped: 'part_of_a_line' });
    await kit.events.returned({ ...own, returnId: 'R-6' });
    await kit.sendDue();
    expect(service.dataOf('return.created').at(-1)).toMatchObject({
      order_id: '7',
      lines: [{ order_line_id: 'L-1', quantity: 2 }],
    });
  });

  it("D13: a return of the shop's own order goes in its own ids alone", async () => {
    world = await aKit();
    const { kit, service } = world;
    await kit.events.orderPaid(aSale('7'));
    await kit.events.returned({ returnId: 'R-5', orderId: '7', lines: [{ lineId: 'L-1', quantity: 2 }] });
    await kit.sendDue();
    expect(service.dataOf('return.created')).toEqual([
      { order_id: '7', lines: [{ order_line_id: 'L-1', quantity: 2 }] },
    ]);
  });
});

it('an event has the id that the platform gives it', async () => {
  const eventId = '0b1f9b6c-6b53-4c0e-9d43-4f0a6a1d6f10';
  world = await aKit(() => ({ newEventId: () => eventId }));
  expect(await world.kit.events.orderPaid(aSale('7'))).toEqual({ queued: eventId });
  await world.kit.sendDue();
  expect(world.service.taken).toMatchObject([{ eventId }]);
});
