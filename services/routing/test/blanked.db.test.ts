import { aGtin, anOrder, anOrderLine, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

const HAT = aGtin(1);

let world: RoutingWorld;
let seller: StoredShop;
let shipper: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  seller = await aShop(world.db, { slug: 'seller' });
  shipper = await aShop(world.db, { slug: 'shipper' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: HAT });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: HAT, onHand: 0 });
}, 60_000);
afterAll(() => world.close());

async function aWaitingOrder(orderId: string): Promise<string> {
  const line = anOrderLine({
    variant_id: 'V-1',
    fulfillment_location_id: seller.hubNetworkLocationId,
    quantity: 1,
  });
  const id = await world.accept(seller.id, anOrder({ order_id: orderId, line_items: [line] }));
  await world.route(id);
  return id;
}

describe('D30: an order whose address was deleted', () => {
  it('goes to no shop and takes no stock: the order after it is served', async () => {
    const blanked = await aWaitingOrder('BLANKED');
    await aWaitingOrder('LATER');
    await world.db.sellerOrder.update({
      where: { id: blanked },
      data: { shipTo: { country_code: 'SE' }, blankedAt: new Date() },
    });
    await world.db.variant.updateMany({ where: { shopId: shipper.id }, data: { onHand: 1 } });

    await world.serveWaiting(HAT);
    expect(await world.route(blanked)).toEqual({
      kind: 'ignored',
      reason: 'the address has been blanked',
    });
    expect((await world.order('BLANKED')).shippingOrders).toEqual([]);
    expect((await world.order('LATER')).lines).toMatchObject([{ state: 'allocated' }]);
  });
});
