import { inTransaction } from '@hub/database';
import { readArticleFacts } from '@hub/stock';
import { aGtin, anAddress, anOrder, anOrderLine, aShop, aVariant } from '@hub/testing';
import { it } from '@jest/globals';
import { decideRouting, ROUTING_POLICY } from '../src/routing/decide-routing';
import { lockOrder, readLines, readShippingShops } from '../src/routing/order-records';
import { insertDecision } from '../src/routing/placement-records';
import { readRoutingFacts } from '../src/routing/read-routing-facts';
import { RoutingWorld } from './routing-world';
it('bench', async () => {
  const world = await RoutingWorld.open();
  const seller = await aShop(world.db, { slug: 'seller' });
  for (const [k, n] of [10, 1000].entries()) {
    const gtin = aGtin(100000 + k);
    await aVariant(world.db, { shopId: seller.id, variantId: `W-${k}`, gtin });
    for (let i = 0; i < n; i++) {
      const shop = await aShop(world.db, { locations: [{ locationId: '1001', latitude: 40 + Math.random() * 20, longitude: Math.random() * 20 }] });
      await aVariant(world.db, { shopId: shop.id, gtin, onHand: 1000 });
    }
    await world.db.$executeRaw`ANALYZE`;
    const id = await world.accept(seller.id, anOrder({ line_items: [anOrderLine({ variant_id: `W-${k}` })], shipping_address: anAddress({ latitude: 50, longitude: 10 }) }));
    const sums: Record<string, number> = {};
    for (let r = 0; r < 20; r++) await inTransaction(world.db, async (tx) => {
      const time = async <T>(name: string, w: () => Promise<T> | T) => { const t = performance.now(); const v = await w(); if (r >= 5) sums[name] = (sums[name] ?? 0) + (performance.now() - t) / 15; return v; };
      const order = await time('lock', () => lockOrder(tx, id));
      const lines = await time('lines', () => readLines(tx, id));
      const art = await time('articles', () => readArticleFacts(tx, [gtin], order!.placedAt));
      await time('shops', () => readShippingShops(tx, art.get(gtin)!.variants.map((v) => v.shopId)));
      const f = await time('facts', () => readRoutingFacts(tx, order!, lines));
      const d = await time('decide', () => decideRouting(f.facts, ROUTING_POLICY));
      await time('insert', () => insertDecision(tx, { sellerOrderId: id, decision: d, facts: f.facts }));
    });
    const t = performance.now(); await world.route(id); sums['whole'] = performance.now() - t;
    process.stderr.write(`BENCH ${n} ${JSON.stringify(sums)}\n`);
  }
  await world.close();
}, 300_000);
