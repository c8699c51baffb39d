import { afterEach, describe, expect, it } from '@jest/globals';
import { aShippingOrder } from '../src/testing/calling-service';
import { aKit, type KitWorld } from './a-kit';

let world: KitWorld;
afterEach(() => world.stop());

describe.each(['transactional', 'remote'] as const)('stock of shipped goods, of a %s platform', (kind) => {
  /** A shop whose figure decreased as it took the order, long before the service had its answer. */
  async function aPlacedOrder(): Promise<string> {
    world = await aKit((shop) => ({ adapter: shop[kind] }));
    await world.kit.sweep();
    world.shop.stock.set('V-1', 8);
    const { body } = await world.call('POST /orders', aShippingOrder());
    await world.kit.sweep();
    await world.kit.sendDue();
    return String(body['order_id']);
  }
  const ship = (orderId: string, packageId: string, quantity: number) =>
    world.kit.events.packageShipped({
      orderId,
      packageId,
      carrier: 'PostNord',
      trackingNumber: packageId,
      shippedAt: new Date(world.clock.ms),
      lines: [{ lineId: `${orderId}/V-1`, quantity }],
    });
  const taken = () => world.service.taken.map(({ event, data }) => [event, data['quantity']]);

  it('D17: is reported again though it is the same, after the package that completed the line: what the service still holds back of it ends with that', async () => {
    const orderId = await aPlacedOrder();
    const { kit, clock, service } = world;
    clock.ms += 3;
    await ship(orderId, 'P-1', 1);
    expect(await kit.sweep()).toMatchObject({ reported: 0 });
    const shippedAt = (clock.ms += 3);
    await ship(orderId, 'P-2', 1);
    service.mishaps.push('cut_before');
    await kit.sweep();
    await kit.sendDue();
    expect(taken()).toEqual([['inventory.updated', 8]]);
    clock.ms += 2_000;
    for (const _ of [1, 2]) {
      await kit.sendDue();
      await kit.sweep();
    }
    expect(taken()).toEqual([
      ['inventory.updated', 8],
      ['fulfillment.shipped', undefined],
      ['fulfillment.shipped', undefined],
      ['inventory.updated', 8],
    ]);
    const [, again] = service.dataOf('inventory.updated');
    expect(Date.parse(String(again?.['changed_at']))).toBeGreaterThanOrEqual(shippedAt);
  });

  it('is reported as it is by then', async () => {
    const orderId = await aPlacedOrder();
    await ship(orderId, 'P-1', 2);
    world.shop.stock.set('V-1', 5);
    for (const _ of [1, 2]) await world.kit.sweep();
    await world.kit.sendDue();
    const reported = world.service.dataOf('inventory.updated').map(({ quantity }) => quantity);
    expect(reported.slice(1).every((quantity) => quantity === 5)).toBe(true);
    expect(reported.length).toBeGreaterThan(1);
  });

  it('is no event where the variant is gone', async () => {
    const orderId = await aPlacedOrder();
    await ship(orderId, 'P-1', 2);
    world.shop.stock.delete('V-1');
    expect(await world.kit.sweep()).toMatchObject({ failed: false });
    await world.kit.sendDue();
    expect(taken()).toEqual([
      ['inventory.updated', 8],
      ['fulfillment.shipped', undefined],
    ]);
  });
});

it("D10: what the network's location shows is swept too, because a platform's report of it can be lost as well", async () => {
  world = await aKit(({ remote }) => ({
    adapter: {
      ...remote,
      async *stockNow() {
        yield { variantId: 'V-1', locationId: 'network', quantity: world.shop.network.get('V-1') ?? 0 };
      },
      stockOf: async () => [{ locationId: 'network', quantity: world.shop.network.get('V-1') ?? 0 }],
    },
  }));
  const { kit, shop, service } = world;
  await kit.sweep();
  await world.call('PUT /inventory', {
    variant_id: 'V-1',
    location_id: await kit.locationNumber('network'),
    quantity: 5,
  });
  await kit.sweep();
  shop.network.set('V-1', 4);
  for (const _ of [1, 2]) await kit.sweep();
  await kit.sendDue();
  expect(service.dataOf('inventory.updated').map(({ quantity }) => quantity)).toEqual([5, 4]);
});
