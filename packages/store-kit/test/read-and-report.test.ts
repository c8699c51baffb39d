import { afterEach, describe, expect, it } from '@jest/globals';
import type { FoundShippingOrder } from '../src/adapter';
import type { MemoryTx } from '../src/storage/memory-storage';
import { aShippingOrder } from '../src/testing/calling-service';
import { aKit, type KitWorld } from './a-kit';
import { anOrderNow, aSale } from './a-shop';

/** Events that are given only ids, and what a platform may name its own way. */

let world: KitWorld;
afterEach(() => world.stop());

const PLACE = { variantId: 'V-1', locationId: '1001' };
const parcel = {
  packageId: 'P-1',
  carrier: 'PostNord',
  trackingNumber: 'T-1',
  shippedAt: new Date(),
};
const sentEvents = async () => {
  await world.kit.sendDue();
  return world.service.taken.map(({ event }) => event);
};

describe('orderChanged', () => {
  it('reports all there is of the order, and what was reported before not again', async () => {
    world = await aKit();
    const { kit, shop } = world;
    shop.happened.set('7', anOrderNow('7', { sale: aSale('7') }));
    await kit.events.orderChanged(7);
    shop.happened.set('7', anOrderNow('7', { sale: aSale('7'), cancellation: {} }));
    for (const _ of [1, 2]) await kit.events.orderChanged('7');
    expect(await sentEvents()).toEqual(['order.created', 'order.cancelled']);
  });

  it('commits with the transaction it is reported in, and does not exist where that rolls back', async () => {
    world = await aKit();
    const { kit, shop, storage } = world;
    shop.happened.set('7', anOrderNow('7', { sale: aSale('7') }));
    const failing = storage.transaction(async (tx) => {
      await kit.events.orderChanged('7', tx);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await sentEvents()).toEqual([]);
    await storage.transaction((tx) => kit.events.orderChanged('7', tx));
    expect(await sentEvents()).toEqual(['order.created']);
  });

  it('reports nothing of an order that is not there, and of one behind an API the same', async () => {
    world = await aKit(({ remote }) => ({ adapter: remote }));
    const { kit, shop } = world;
    await kit.events.orderChanged('6');
    shop.happened.set('7', anOrderNow('7', { sale: aSale('7') }));
    await kit.events.orderChanged('7');
    expect(await sentEvents()).toEqual(['order.created']);
  });

  it('cannot be reported by an adapter that says nothing of its orders', async () => {
    world = await aKit(({ transactional: { orderNow: _, stockOf: __, ...calls } }) => ({ adapter: calls }));
    await expect(world.kit.events.orderChanged('7')).rejects.toThrow('has to say what is read back');
    await expect(world.kit.events.stockChangedAt([PLACE])).rejects.toThrow('has to say what is read back');
  });
});

describe('stockChangedAt', () => {
  it('reports the figure of that place alone; nothing of a variant that is gone', async () => {
    world = await aKit();
    const { kit, shop, service } = world;
    shop.stock.set('V-1', 4);
    await kit.events.stockChangedAt([PLACE, { variantId: 'gone', locationId: '1001' }]);
    await kit.events.stockChangedAt([{ variantId: 'V-1', locationId: 'stockroom' }]);
    await sentEvents();
    const stockroom = await kit.locationNumber('stockroom');
    expect(service.dataOf('inventory.updated')).toMatchObject([
      { variant_id: 'V-1', location_id: '1001', quantity: 4 },
      { variant_id: 'V-1', location_id: stockroom, quantity: 0 },
    ]);
  });

  it('of a platform behind an API counts as of before it was read: a look that began earlier and ends later is dropped', async () => {
    const waiting: (() => void)[] = [];
    world = await aKit(({ remote }) => ({
      adapter: {
        ...remote,
        stockOf: async (variantId: string) => {
          const read = await remote.stockOf(variantId, null);
          if (waiting.length === 0) await new Promise<void>((go) => waiting.push(go));
          return read;
        },
      },
    }));
    const { kit, shop, clock, service } = world;
    const slow = kit.events.stockChangedAt([PLACE]);
    clock.ms += 1;
    shop.stock.set('V-1', 4);
    await kit.events.stockChangedAt([PLACE]);
    waiting[0]?.();
    await slow;
    await sentEvents();
    expect(service.dataOf('inventory.updated')).toMatchObject([{ quantity: 4 }]);
  });
});

describe('POST /cancel', () => {
  const place = async (): Promise<string> => {
    const { body } = await world.call('POST /orders', aShippingOrder());
    return String(body['order_id']);
  };
  const stop = (orderId: string) =>
    world.call('POST /cancel', { external_ref: 'C-1', order_id: orderId, reason: 'customer' });

  it('D21: is too late where the order as it stands has a package that was not reported yet', async () => {
    world = await aKit();
    const orderId = await place();
    const packages = [{ ...parcel, lines: [{ lineId: `${orderId}/V-1`, quantity: 1 }] }];
    world.shop.happened.set(orderId, anOrderNow(orderId, { packages }));
    expect((await stop(orderId)).status).toBe(409);
    expect(world.shop.orders).toMatchObject([{ status: 'open' }]);
  });

  it('D21: has nothing to stop where the shop itself has cancelled the order', async () => {
    world = await aKit();
    const orderId = await place();
    world.shop.happened.set(orderId, anOrderNow(orderId, { cancellation: {} }));
    expect(await stop(orderId)).toMatchObject({ status: 200, body: { status: 'stopped' } });
    expect(world.shop.orders).toMatchObject([{ status: 'open' }]);
  });
});

describe("a platform's own way", () => {
  it('of amounts: cents, out and in', async () => {
    const prices: number[] = [];
    world = await aKit(({ transactional }) => ({
      perUnit: 100,
      adapter: {
        ...transactional,
        createShippingOrder: (order: FoundShippingOrder, tx: MemoryTx) => {
          prices.push(...order.lines.map(({ unitPrice }) => unitPrice));
          return transactional.createShippingOrder(order, tx);
        },
      },
    }));
    const { kit, service } = world;
    const [line] = aSale('7').lines;
    if (!line) throw new Error('a sale has a line');
    const lines = [{ ...line, unitPrice: 4_990, discount: 498 }];
    const { totalDiscounts: _, ...sale } = aSale('7', { lines, shippingCost: 505, totalPrice: 9_987 });
    await kit.events.orderPaid(sale);
    await sentEvents();
    expect(service.dataOf('order.created')).toMatchObject([
      {
        shipping_cost: 5.05,
        total_discounts: 4.98,
        total_price: 99.87,
        line_items: [{ unit_price: 49.9 }],
      },
    ]);
    const order = aShippingOrder();
    await world.call('POST /orders', order);
    expect(prices).toEqual(order.line_items.map(({ unit_price }) => Math.round(unit_price * 100)));
  });

  it('of pictures: at the address of each, once; what has none is left out', async () => {
    world = await aKit(({ transactional }) => ({
      imageUrl: (name) => `https://images.example.com/${name}`,
      adapter: {
        ...transactional,
        products: async (page) => {
          const { products, nextCursor } = await transactional.products(page);
          const images = [{ url: 'a.jpg' }, { url: null }, { url: 'a.jpg' }, { url: 'b.jpg' }];
          return { products: products.map((product) => ({ ...product, images })), nextCursor };
        },
      },
    }));
    const { body } = await world.call('GET /products?limit=1');
    expect(body).toMatchObject({
      products: [
        {
          images: [{ url: 'https://images.example.com/a.jpg' }, { url: 'https://images.example.com/b.jpg' }],
        },
      ],
    });
  });
});
