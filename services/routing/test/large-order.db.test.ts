import { aGtin, anOrder, anOrderLine, aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

const LINES = 500;
const SHOPS = 10;
/** With articles that only the selling shop knows. */
const UNKNOWN = 1_000_000;

let world: RoutingWorld;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  seller = await aShop(world.db, { slug: 'seller' });
  await sell(seller.id, 0, 0);
  await sell(seller.id, 0, UNKNOWN);
  for (let shop = 0; shop < SHOPS; shop += 1) await sell((await aShop(world.db)).id, 100, 0);
}, 60_000);
afterAll(() => world.close());

/** A shop sells all articles of an order, numbered from one on. */
async function sell(shopId: number, onHand: number, from: number): Promise<void> {
  const numbers = Array.from({ length: LINES }, (_, n) => from + n + 1);
  await world.db.product.create({
    data: { shopId, productId: `p-${from}`, title: 'all', brand: 'b', images: [] },
  });
  await world.db.variant.createMany({
    data: numbers.map((n) => ({
      shopId,
      variantId: `V-${n}`,
      productId: `p-${from}`,
      size: 'One size',
      gtin: aGtin(n),
      onHand,
    })),
  });
}

const order = (from: number) =>
  anOrder({
    total_discounts: 17.31,
    line_items: Array.from({ length: LINES }, (_, n) =>
      anOrderLine({ line_item_id: `L-${n}`, variant_id: `V-${from + n + 1}`, unit_price: 10.37 + n }),
    ),
  });

describe('the largest order there may be (D9), over ten shops (D19)', () => {
  it('is accepted and routed in one transaction each', async () => {
    const large = order(0);
    const id = await world.accept(seller.id, large);
    expect(await world.route(id)).toEqual({ kind: 'done', outcome: `${LINES} routed, 0 waiting` });
    const { shippingOrders, decisions } = await world.order(large.order_id);
    expect(shippingOrders.flatMap(({ lines }) => lines)).toHaveLength(LINES);
    expect(decisions).toHaveLength(1);
    expect(await world.stockFaults()).toEqual([]);
  }, 60_000);

  it('has one alert if all its lines wait', async () => {
    const large = order(UNKNOWN);
    const id = await world.accept(seller.id, large);
    expect(await world.route(id)).toEqual({ kind: 'done', outcome: `0 routed, ${LINES} waiting` });
    expect(await world.alerts()).toEqual([`line_waiting order:${id}`]);
  }, 60_000);
});
