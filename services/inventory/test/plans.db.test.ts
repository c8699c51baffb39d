import { inSqlTransaction, Prisma, type Sql } from '@hub/database';
import type { WriteWork } from '@hub/store-writes';
import { aGtin, aShop, aVariant, planFaults } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noteFalls } from '../src/quantity/article-calculations';
import { recalculateArticles } from '../src/quantity/recalculate-articles';
import { writeAfterMoves } from '../src/quantity/unreported-moves';
import { refreshClaimed } from '../src/quantity/refresh-claimed';
import {
  claimWrites,
  recordConfirmed,
  recordUnconfirmed,
  type ClaimedQuantity,
} from '../src/writing/write-records';
import { anEvent, changed, handleStockEvents, StockWorld } from './stock-world';

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

/**
 * A change of stock, one that ends reservations, and a store's report of `HUB_Network`.
 * @param beganMs of the changes, milliseconds since the epoch: later than all before, or they are out of date
 */
async function hotTexts(shopId: number, beganMs: number): Promise<string[]> {
  const texts = new Set<string>();
  await reserve('V-2');
  await world.db.$executeRaw`UPDATE variant SET committed = 9 WHERE variant_id = 'V-2'`;
  const at = new Date(beganMs).toISOString();
  const soon = new Date(beganMs + 1_000).toISOString();
  const events = [
    anEvent(shopId, { variant_id: 'V-1', quantity: 3, changed_at: at }),
    anEvent(shopId, { variant_id: 'V-2', quantity: 9, changed_at: at }),
    anEvent(shopId, { variant_id: 'V-2', quantity: 4, changed_at: soon }),
    anEvent(shopId, { variant_id: 'V-1', location_id: '9000', quantity: 2, changed_at: at }),
  ];
  await inSqlTransaction(world.db, (tx) => handleStockEvents(noting(tx, texts), events));
  await inSqlTransaction(world.db, (tx) => writeQuantities(noting(tx, texts), shopId));
  await inSqlTransaction(world.db, (tx) => calculate(noting(tx, texts), beganMs));
  const work: WriteWork = {
    ...world.work(),
    transactSql: (run) => inSqlTransaction(world.db, (tx) => run(noting(tx, texts))),
  };
  await refreshClaimed(work, [{ ...aClaim(shopId), unsentOf: aGtin(1) }], 60_000);
  return [...texts];
}

/** What a store is sent: claimed, and recorded as it may end. */
async function writeQuantities(tx: Sql, shopId: number): Promise<void> {
  await claimWrites(tx, [{ shopId, fresh: 1, failing: 1 }], 60_000);
  const claim = aClaim(shopId);
  await recordConfirmed(tx, [claim], 60_000);
  await recordUnconfirmed(tx, [{ ...claim, afterMs: 0, failure: null, attemptsMade: 0 }]);
}

function aClaim(shopId: number): ClaimedQuantity {
  const [claimedAt, leaseUntil] = [new Date(), new Date()];
  const variant = { slug: 'sender', shopId, variantId: 'V-1', locationId: '9000', retired: false };
  const tries = { quantity: 1, failures: 0, failing: false, callAttempts: 0 };
  return { ...variant, ...tries, unsentOf: null, claimedAt, leaseUntil };
}

/** What the network shows of an article: pieces counted, and all of it again. */
async function calculate(tx: Sql, now: number): Promise<void> {
  await noteFalls(tx, [{ gtin: aGtin(1), pieces: 1 }], 60_000);
  await recalculateArticles(tx, changed([aGtin(1)]), { now, syncIntervalMs: 60_000 });
}

async function reserve(variants: string): Promise<void> {
  await inSqlTransaction(world.db, async (tx) => {
    // Their shipping orders do not matter to a stock event.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`
      INSERT INTO reservation (id, shop_id, variant_id, shipping_order_line_id, quantity, remaining, attempted_at)
      SELECT gen_random_uuid(), shop_id, variant_id, gen_random_uuid(), 1, 1, 1 FROM variant WHERE variant_id LIKE ${variants}`;
  });
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
  await reserve('W-%');
  await world.db.$executeRaw`ANALYZE`;
}

/** Statements with faults in their plans. @param whole indexes that they may read entirely */
async function faultsOf(
  texts: readonly string[],
  whole?: ReadonlySet<string>,
): Promise<{ text: string; faults: string[] }[]> {
  const found: { text: string; faults: string[] }[] = [];
  for (const text of texts) {
    const faults = await inSqlTransaction(world.db, (tx) =>
      planFaults((sql) => tx.$queryRaw(Prisma.raw(sql)), text, whole),
    );
    found.push({ text, faults });
  }
  return found.filter(({ faults }) => faults.length > 0);
}

it('the statements of stock events read what they need by its key, planned on an empty database or on a large one', async () => {
  const { id } = await aShop(world.db, { slug: 'sender' });
  for (const n of [1, 2])
    await aVariant(world.db, { shopId: id, variantId: `V-${n}`, gtin: aGtin(n), onHand: 5 });
  await world.db.splitRate.create({ data: { shopId: id, variantId: 'V-1', appliesFrom: 0n, rate: 0.5 } });
  // Plans outlive the sizes that they were made for.
  const now = Date.now();
  expect(await faultsOf(await hotTexts(id, now - 60_000))).toEqual([]);
  await fill();
  const texts = await hotTexts(id, now - 30_000);
  expect(texts.length).toBeGreaterThanOrEqual(20);
  expect(await faultsOf(texts)).toEqual([]);
}, 120_000);

it('the look at what shops sold lately reads their orders of that time, and those lines, by key', async () => {
  const texts = new Set<string>();
  const now = Date.now();
  await inSqlTransaction(world.db, (tx) =>
    writeAfterMoves(noting(tx, texts), { since: now - 1_000, until: now }),
  );
  expect(texts.size).toBe(1);
  // One read for each shop.
  expect(await faultsOf([...texts], new Set(['shop_pkey']))).toEqual([]);
});
