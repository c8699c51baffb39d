import { inTransaction, Prisma } from '@hub/database';
import { aShop, aVariant, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countUnlinked, listUnlinked, unlinkedQuery } from '../src/catalogue/unlinked-variants';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

describe('D14: variants that are linked to no article', () => {
  it('are listed by shop, a page at a time, and counted; without retired and linked ones', async () => {
    const { db } = database;
    const [one, two] = [
      await aShop(db, { slug: 'one', name: 'Shop One' }),
      await aShop(db, { slug: 'two', name: 'Shop Two' }),
    ];
    await aVariant(db, { shopId: one.id });
    await aVariant(db, { shopId: one.id, variantId: 'old', gtin: null, state: 'retired' });
    for (const variantId of ['b', 'a']) await aVariant(db, { shopId: one.id, variantId, gtin: null });
    await aVariant(db, { shopId: two.id, variantId: 'c', gtin: null, barcode: '123', onHand: 4 });
    await db.variant.updateMany({ where: { barcode: '123' }, data: { linkProblem: 'invalid_barcode' } });

    const page = await listUnlinked(db, { limit: 2 });
    expect(page.map(({ variantId }) => variantId)).toEqual(['a', 'b']);
    expect(await listUnlinked(db, { after: page.at(-1), limit: 2 })).toMatchObject([
      {
        shop: 'two',
        shopName: 'Shop Two',
        variantId: 'c',
        barcode: '123',
        onHand: 4n,
        linkProblem: 'invalid_barcode',
      },
    ]);
    expect(await listUnlinked(db, { shopId: one.id })).toHaveLength(2);
    expect(await countUnlinked(db)).toEqual([
      { shop: 'one', name: 'Shop One', unlinked: 2 },
      { shop: 'two', name: 'Shop Two', unlinked: 1 },
    ]);
  });

  it('of a removed shop are neither listed nor counted', async () => {
    const { db } = database;
    const gone = await aShop(db, { slug: 'gone' });
    await aVariant(db, { shopId: gone.id, variantId: 'g', gtin: null });
    expect(await listUnlinked(db, { shopId: gone.id, limit: 1 })).toHaveLength(1);
    await db.shop.update({ where: { id: gone.id }, data: { removedAt: new Date() } });

    expect(await listUnlinked(db, { shopId: gone.id })).toEqual([]);
    expect((await listUnlinked(db, {})).map(({ shop }) => shop)).not.toContain('gone');
    expect((await countUnlinked(db)).map(({ shop }) => shop)).not.toContain('gone');
  });

  it('are read from their own index, however many variants are linked', async () => {
    const query = unlinkedQuery({ shopId: 1, after: { shopId: 1, variantId: 'a' }, limit: 50 });
    const plan = await inTransaction(database.db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${query}`);
    });
    expect(JSON.stringify(plan)).toContain('"Index Name":"variant_unlinked"');
  });
});
