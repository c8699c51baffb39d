import { createDatabase, type Database } from '@hub/database';
import { aGtin, anOrder, anOrderLine, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

const CONNECTIONS = 20;

let world: RoutingWorld;
let many: Database;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  many = createDatabase(world.url, { poolSize: CONNECTIONS });
}, 60_000);
afterAll(async () => {
  await many.$disconnect();
  await world.close();
});
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
});

/** Routes all orders over the connections; a failed transaction, deadlocks included, fails the test. */
async function routeAll(ids: readonly string[]): Promise<void> {
  const queue = [...ids];
  const connection = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) await world.route(id, many);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

describe('reservation under concurrent orders (D17, D19)', () => {
  it('200 orders from 20 connections for 50 pieces at 3 shops: exactly 50 are placed, no deadlock', async () => {
    const gtin = aGtin(1);
    await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin });
    for (const onHand of [20, 20, 10])
      await aVariant(world.db, { shopId: (await aShop(world.db)).id, gtin, onHand });
    const ids: string[] = [];
    for (let order = 0; order < 200; order += 1)
      ids.push(await world.accept(seller.id, anOrder({ line_items: [anOrderLine()] })));

    await routeAll(ids);

    expect(await world.stockFaults()).toEqual([]);
    const figures = await world.db.$queryRaw`
      SELECT
        (SELECT count(*)::int FROM order_line WHERE state = 'allocated') AS allocated,
        (SELECT count(*)::int FROM order_line WHERE state = 'waiting' AND waiting_reason = 'no_candidate') AS waiting,
        (SELECT count(*)::int FROM shipping_order WHERE state = 'planned') AS planned,
        (SELECT count(DISTINCT order_line_id)::int FROM shipping_order_line) AS lines_placed,
        (SELECT sum(remaining)::int FROM reservation) AS reserved,
        (SELECT sum(on_hand - committed)::int FROM variant) AS free,
        (SELECT count(DISTINCT external_ref)::int FROM shipping_order) AS refs,
        (SELECT count(*)::int FROM shipping_order WHERE next_attempt_at <= now()) AS due,
        (SELECT count(*)::int FROM alert WHERE kind = 'line_waiting') AS alerts`;
    expect(figures).toEqual([
      {
        allocated: 50,
        waiting: 150,
        planned: 50,
        lines_placed: 50,
        reserved: 50,
        free: 0,
        refs: 50,
        due: 50,
        alerts: 150,
      },
    ]);
  }, 120_000);

  it('orders of several articles in any order of lines never block one another permanently', async () => {
    const articles = [1, 2, 3, 4].map(aGtin);
    const shops = [await aShop(world.db), await aShop(world.db), await aShop(world.db)];
    for (const [index, gtin] of articles.entries()) {
      await aVariant(world.db, { shopId: seller.id, variantId: `V-${index}`, gtin });
      for (const shop of shops) await aVariant(world.db, { shopId: shop.id, gtin, onHand: 9 });
    }
    const ids: string[] = [];
    for (let order = 0; order < 60; order += 1) {
      const line_items = [0, 1, 2, 3].map((line) =>
        anOrderLine({ variant_id: `V-${(order * 3 + line * (1 + (order % 3))) % 4}` }),
      );
      ids.push(await world.accept(seller.id, anOrder({ line_items })));
    }

    await routeAll(ids);

    expect(await world.stockFaults()).toEqual([]);
    expect(
      await world.db.$queryRaw`
        SELECT (SELECT sum(committed) FROM variant)
            = (SELECT count(*) FROM order_line WHERE state = 'allocated') AS all_reserved,
          (SELECT count(*) FROM shipping_order_line) = (SELECT count(DISTINCT order_line_id) FROM shipping_order_line) AS once`,
    ).toEqual([{ all_reserved: true, once: true }]);
  }, 120_000);

  it('one order routed by many at once is placed once', async () => {
    const gtin = aGtin(1);
    await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin });
    await aVariant(world.db, { shopId: (await aShop(world.db)).id, gtin, onHand: 20 });
    const id = await world.accept(seller.id, anOrder({ line_items: [anOrderLine()] }));
    await routeAll(Array.from({ length: CONNECTIONS }, () => id));
    expect(await world.db.shippingOrder.count()).toBe(1);
    expect(await world.db.reservation.count()).toBe(1);
  });
});
