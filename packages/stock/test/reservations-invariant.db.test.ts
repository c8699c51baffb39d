import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { aShop, aVariant, createTestDatabase, type StoredVariant, type TestDatabase } from '@hub/testing';
import fc from 'fast-check';
import { z } from 'zod';
import {
  applyStockReport,
  blockReservations,
  liftBlock,
  lockVariants,
  markAttempt,
  markLinesPackaged,
  markPlaced,
  releaseReservations,
  reserve,
} from '../src';
import { aShippingOrder, type StoredShippingOrder } from './a-shipping-order';

const SECOND = 1_000_000_000n;

let database: TestDatabase;
let variants: StoredVariant[];
let orders: StoredShippingOrder[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** One possible event; `which` chooses among what exists, `atS` is a second of a minute long past. */
interface Happening {
  what: 'reserve' | 'send' | 'place' | 'package' | 'release' | 'block' | 'lift' | 'report';
  which: number;
  quantity: number;
  atS: number;
}

const someHappenings = fc.array(
  fc.record<Happening>({
    what: fc.constantFrom(
      'reserve',
      'reserve',
      'send',
      'place',
      'package',
      'release',
      'block',
      'lift',
      'report',
      'report',
    ),
    which: fc.nat(5),
    quantity: fc.integer({ min: 1, max: 3 }),
    atS: fc.nat(60),
  }),
  { minLength: 5, maxLength: 20 },
);

/** Two shops, one that deducts at the order and one at shipment, with planned orders over both variants of each. */
async function givenShops(db: Database): Promise<void> {
  variants = [];
  orders = [];
  const selling = await aShop(db);
  for (const stockDeductedAt of ['order', 'shipment'] as const) {
    const { id: shopId } = await aShop(db, { stockDeductedAt });
    const both = [await aVariant(db, { shopId, onHand: 5 }), await aVariant(db, { shopId, onHand: 5 })];
    variants.push(...both);
    for (const quantity of [1, 2, 3]) {
      const lines = both.map(({ variantId }) => ({ variantId, quantity }));
      orders.push(await aShippingOrder(db, { sellingShopId: selling.id, shippingShopId: shopId, lines }));
    }
  }
}

/** @returns the articles that the function under test named as changed */
async function happen(tx: Tx, { what, which, quantity, atS }: Happening): Promise<string[]> {
  const order = orders[which % orders.length] ?? { id: '', lineIds: [] };
  const { lineIds } = order;
  const atNs = BigInt(atS) * SECOND;
  switch (what) {
    case 'reserve':
      return reserveOrder(tx, order);
    case 'send':
      await markAttempt(tx, order.id, atNs);
      return [];
    case 'place':
      return markPlaced(tx, { shippingOrderId: order.id });
    case 'package':
      await packageOne(tx, lineIds);
      return markLinesPackaged(tx, { shippingOrderLineIds: lineIds, atNs });
    case 'release':
      return releaseReservations(tx, lineIds);
    case 'block':
      await blockReservations(tx, { shippingOrderLineIds: lineIds, atNs });
      return [];
    case 'lift': {
      const block = await tx.reservation.findFirst({ where: { kind: 'block', remaining: { gt: 0 } } });
      return block === null ? [] : liftBlock(tx, block.id);
    }
    case 'report':
      return report(tx, { which, change: which % 2 === 0 ? -quantity : quantity, changedAtNs: atNs });
  }
}

async function reserveOrder(tx: Tx, { id }: StoredShippingOrder): Promise<string[]> {
  const lines = await tx.shippingOrderLine.findMany({
    where: { shippingOrderId: id },
    include: { shippingOrder: true },
  });
  const requests = lines.map((line) => ({
    shopId: line.shippingOrder.shopId,
    variantId: line.variantId,
    shippingOrderLineId: line.id,
    quantity: line.quantity,
  }));
  const reserved = await reserve(tx, requests);
  return reserved.reserved ? reserved.articles.map(({ gtin }) => gtin) : [];
}

async function packageOne(tx: Tx, lineIds: string[]): Promise<void> {
  await tx.$executeRaw`UPDATE shipping_order_line SET packaged = least(packaged + 1, quantity)
    WHERE id = ANY (${lineIds}::uuid[])`;
}

/** As inventory does: the stock under the variants' locks, then the report. */
async function report(
  tx: Tx,
  change: { which: number; change: number; changedAtNs: bigint },
): Promise<string[]> {
  const { changedAtNs } = change;
  const reported = variants.filter((_, index) => (index + change.which) % 3 !== 0);
  const reports = [];
  for (const { shopId, variantId, onHand } of await lockVariants(tx, reported)) {
    const now = Math.max(0, Number(onHand) + change.change);
    const where = { shopId_variantId: { shopId, variantId } };
    await tx.variant.update({ where, data: { onHand: now } });
    await tx.stockLevel.updateMany({
      where: { shopId, variantId },
      data: { quantity: now, changedAt: changedAtNs, receivedAt: new Date() },
    });
    reports.push({ shopId, variantId, decrease: Number(onHand) - now, changedAtNs });
  }
  const freed = await applyStockReport(tx, reports);
  return freed.map(({ gtin }) => gtin);
}

const Committed = z.object({ gtin: z.string(), committed: z.int(), remaining: z.int() });
type Committed = z.output<typeof Committed>;

async function readCommitted(db: Database): Promise<Committed[]> {
  return rows(
    Committed,
    db.$queryRaw`
    SELECT v.gtin, v.committed::int AS committed, coalesce(sum(r.remaining), 0)::int AS remaining
    FROM variant v LEFT JOIN reservation r USING (shop_id, variant_id)
    GROUP BY v.shop_id, v.variant_id ORDER BY v.gtin`,
  );
}

describe('the committed pieces of a variant (D17)', () => {
  it('are the rest of its reservations and blocks, whatever happens; each change names its article', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(someHappenings, async (happenings) => {
        await givenShops(db);
        for (const happening of happenings) {
          const before = await readCommitted(db);
          const named = await inTransaction(db, async (tx) => happen(tx, happening));
          const after = await readCommitted(db);

          expect(after.map(({ committed }) => committed)).toEqual(after.map(({ remaining }) => remaining));
          const changed = after.filter(({ committed }, index) => committed !== before[index]?.committed);
          expect(new Set(named)).toEqual(new Set(changed.map(({ gtin }) => gtin)));
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('stay the rest of them while events are handled at the same moment', async () => {
    const { db } = database;
    await givenShops(db);
    const waiting = fc.sample(someHappenings, 16).flat();

    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const happening = next;
        await inTransaction(db, async (tx) => happen(tx, happening));
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));

    const after = await readCommitted(db);
    expect(after.map(({ committed }) => committed)).toEqual(after.map(({ remaining }) => remaining));
  }, 60_000);
});
