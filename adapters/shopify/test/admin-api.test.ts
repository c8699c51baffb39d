import { afterEach, describe, expect, it } from '@jest/globals';
import { setUpShop } from '../src/set-up-shop';
import { productsPage } from '../src/catalogue';
import { setNetworkQuantity } from '../src/stock';
import { aProduct, aShop, NETWORK, OWN, type TestShop } from './a-shop';

let world: TestShop;
afterEach(() => world.fake.stop());

const page = () => productsPage(world.shop, { limit: 100, cursor: null });
const setTo = (variantId: string, quantity: number) =>
  setNetworkQuantity(world.shop, { variantId, quantity });

function aVariant() {
  const [variant] = aProduct(world).variants;
  if (!variant) throw new Error('a variant was listed');
  return variant;
}

describe('the cost throttle', () => {
  it('is waited out: as long as the missing points take to come back', async () => {
    world = await aShop({ bucket: { size: 1_000, restoreRate: 100 } });
    aProduct(world);
    world.fake.faults.push({ operation: 'HubProducts', kind: 'throttled' });
    expect((await page()).products).toHaveLength(1);
    expect(world.waited()).toBeGreaterThan(5_000);
    expect(world.waited()).toBeLessThan(8_000);
    expect(world.fake.calls.filter((name) => name === 'HubProducts')).toHaveLength(2);
  });

  it('is no reason to do what was throttled twice', async () => {
    world = await aShop();
    const variant = aVariant();
    world.fake.faults.push({ operation: 'HubSetQuantity', kind: 'throttled' });
    await setTo(variant.id, 3);
    expect(world.fake.shop.level(variant.itemId, NETWORK)?.available).toBe(3);
  });

  it('becomes a 503 with Retry-After where the bucket fills too slowly, for something may have been done before', async () => {
    world = await aShop({ bucket: { size: 1_000, restoreRate: 10 } });
    world.fake.faults.push({ operation: 'HubProducts', kind: 'throttled' });
    await expect(page()).rejects.toMatchObject({
      code: 'temporary_failure',
      details: { retryAfterSeconds: expect.any(Number) },
    });
  });

  it('is waited out too where it is a 429 before the API', async () => {
    world = await aShop();
    world.fake.faults.push({ operation: 'HubProducts', kind: 'status', status: 429 });
    await page();
    expect(world.waited()).toBe(2_000);
  });
});

describe('Shopify away for a moment', () => {
  it.each(['dropped', 'lost', 'status'] as const)(
    'is asked again where it is only asked (%s)',
    async (kind) => {
      world = await aShop();
      world.fake.faults.push({ operation: 'HubProducts', kind }, { operation: 'HubProducts', kind });
      await page();
      expect(world.fake.calls.filter((name) => name === 'HubProducts')).toHaveLength(3);
    },
  );

  it('for longer is a failure that the service repeats', async () => {
    world = await aShop();
    for (let times = 0; times < 3; times += 1)
      world.fake.faults.push({ operation: 'HubProducts', kind: 'status', status: 502 });
    await expect(page()).rejects.toThrow('Shopify answered 502');
  });

  it('is never sent a write twice', async () => {
    world = await aShop();
    const variant = aVariant();
    world.fake.faults.push({ operation: 'HubSetQuantity', kind: 'status', status: 502 });
    await expect(setTo(variant.id, 3)).rejects.toThrow('502');
    expect(world.fake.calls.filter((name) => name === 'HubSetQuantity')).toHaveLength(1);
  });

  it('says that the access token is refused, and nothing of it', async () => {
    let token = 'shpat_test';
    world = await aShop({ accessToken: () => token });
    token = 'shpat_secret';
    await expect(page()).rejects.toThrow(/^Shopify refused the access token: HTTP 401$/);
  });
});

describe('PUT /inventory', () => {
  it('sets what can be sold from the network, absolutely, at an item that was never stocked there', async () => {
    world = await aShop();
    const variant = aVariant();
    await setTo(variant.id, 7);
    await setTo(variant.id, 4);
    expect(world.fake.shop.level(variant.itemId, NETWORK)?.available).toBe(4);
    expect(world.fake.shop.level(variant.itemId, OWN)?.available).toBe(20);
  });

  it.each(['1234567', 'V-1'])('refuses the variant %s, which there is not', async (id) => {
    world = await aShop();
    await expect(setTo(id, 1)).rejects.toMatchObject({ code: 'unknown_variant' });
  });
});

describe('setting a shop up', () => {
  it('may be done again: nothing is there twice', async () => {
    world = await aShop();
    for (let times = 0; times < 2; times += 1)
      await setUpShop(world.shop, 'https://adapter.example/webhooks');
    expect(world.fake.shop.subscriptions.map(({ topic }) => topic).toSorted()).toEqual([
      'FULFILLMENTS_CREATE',
      'FULFILLMENTS_UPDATE',
      'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
      'INVENTORY_LEVELS_UPDATE',
      'ORDERS_CANCELLED',
      'ORDERS_PAID',
      'REFUNDS_CREATE',
      'RETURNS_CLOSE',
    ]);
  });
});
