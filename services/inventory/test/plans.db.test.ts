import { inSqlTransaction, Prisma, type Sql } from '@hub/database';
import { aGtin, aShop, aVariant, planFaults } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { anEvent, handleStockEvents, StockWorld } from './stock-world';

/** The hot statements of a stock event, as they are planned for a connection: once, for any sizes. */
const [SHOPS, VARIANTS] = [50, 400];

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
});
afterAll(() => world.close());

/** Records the texts of the queries. */
function noting(tx: Sql, texts: Set<string>): Sql {
  const noted = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]): Prisma.Sql => {
    const sql = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
    texts.add(sql.text);
    return sql;
  };
  return {
    $queryRaw: (query, ...values) => tx.$queryRaw(noted(query, values)),
    $executeRaw: (query, ...values) => tx.$executeRaw(noted(query, values)),
  };
}

/** A change of stock, one that ends reservations, and a store's report of `HUB_Network`. */
async function hotTexts(shopId: number): Promise<string[]> {
  const texts = new Set<string>();
  const at = new Date().toISOString();
  const events = [
    anEvent(shopId, { variant_id: 'V-1', quantity: 3, changed_at: at }),
    anEvent(shopId, { variant_id: 'V-2', quantity: 4, changed_at: at }),
    anEvent(shopId, { variant_id: 'V-1', location_id: '9000', quantity: 2, changed_at: at }),
  ];
  await inSqlTransaction(world.db, (tx) => handleStockEvents(noting(tx, texts), events));
  return [...texts];
}

async function fill(): Promise<void> {
  for (let n = 0; n < SHOPS; n += 1) await aShop(world.db, { slug: `shop-${n}` });
  await world.db.$executeRaw`
    INSERT INTO variant (shop_id, variant_id, product_id, size, gtin, state, on_hand, committed)
    SELECT s.id, 'W-' || n, v.product_id, v.size, lpad(n::text, 14, '0'), 'active', 5, 1
    FROM shop s, generate_series(1, ${VARIANTS}::int) n, (SELECT product_id, size FROM variant LIMIT 1) v
    WHERE s.slug LIKE 'shop-%'`;
  await world.db.$executeRaw`
    INSERT INTO stock_level (shop_id, variant_id, location_id, quantity)
    SELECT shop_id, variant_id, '1001', 5 FROM variant WHERE variant_id LIKE 'W-%'`;
  await world.db.$executeRaw`
    INSERT INTO network_quantity (shop_id, variant_id, wanted, state)
    SELECT shop_id, variant_id, 5, 'in_step' FROM variant WHERE variant_id LIKE 'W-%'`;
  await inSqlTransaction(world.db, async (tx) => {
    // Their shipping orders do not matter to a stock event.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`
      INSERT INTO reservation (id, shop_id, variant_id, shipping_order_line_id, quantity, remaining, attempted_at)
      SELECT gen_random_uuid(), shop_id, variant_id, gen_random_uuid(), 1, 1, 1 FROM variant WHERE variant_id LIKE 'W-%'`;
  });
  await world.db.$executeRaw`ANALYZE`;
}

it('on a large database the statements of stock events read what they need by its key, whatever comes', async () => {
  const { id } = await aShop(world.db, { slug: 'sender' });
  for (const n of [1, 2])
    await aVariant(world.db, { shopId: id, variantId: `V-${n}`, gtin: aGtin(n), onHand: 5 });
  await world.db.$executeRaw`UPDATE variant SET committed = 1 WHERE variant_id = 'V-2'`;
  await hotTexts(id);
  await fill();
  const texts = await hotTexts(id);
  expect(texts.length).toBeGreaterThanOrEqual(5);
  for (const text of texts) {
    const faults = await inSqlTransaction(world.db, (tx) =>
      planFaults((sql) => tx.$queryRaw(Prisma.raw(sql)), text),
    );
    expect({ text, faults }).toEqual({ text, faults: [] });
  }
}, 120_000);
