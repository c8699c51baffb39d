import { toGtin14 } from '@hub/contract';
import { anOrder, anOrderLine, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

/** A number of a till: each shop gives it to goods of its own. */
const RESTRICTED = toGtin14('2000000000015') ?? '';

let world: RoutingWorld;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('D14: a link that a restricted number made before counts for no new order', () => {
  it.each([
    [
      'on arrival',
      async (shopId: number, order: ReturnType<typeof anOrder>) => {
        await world.receiveTogether([{ shopId, order }]);
      },
    ],
    [
      'by order.route',
      async (shopId: number, order: ReturnType<typeof anOrder>) => {
        await world.route(await world.accept(shopId, order));
      },
    ],
  ])('routed %s, the line waits', async (_, arrives) => {
    const [seller, shipper] = [await aShop(world.db), await aShop(world.db)];
    await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: RESTRICTED });
    await aVariant(world.db, { shopId: shipper.id, gtin: RESTRICTED, onHand: 5 });
    const order = anOrder({ line_items: [anOrderLine({ variant_id: 'V-1' })] });
    await arrives(seller.id, order);
    const stored = await world.order(order.order_id);
    expect(stored.lines).toMatchObject([{ state: 'waiting' }]);
    expect(stored.shippingOrders).toEqual([]);
  });
});
