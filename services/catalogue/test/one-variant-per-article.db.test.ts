import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations } from '@hub/database';
import { aGtin, aLinkProposal, aVariant, openSession, repositoryRoot } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CatalogueWorld, storeOf, wireProduct, wireVariant } from './catalogue-world';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

let shop: Awaited<ReturnType<CatalogueWorld['shop']>>;
beforeEach(async () => {
  shop = await world.shop();
});

const pull = (...variants: unknown[]) => world.pull(shop.id, storeOf([wireProduct('P-1', variants)]));
const linked = async (variantId: string) => {
  const variant = await world.variant(shop.id, variantId);
  return [variant?.state, variant?.gtin, variant?.linkProblem];
};

/** People link a variant of the shop to an article, at an instant. */
async function linkByPeople(variantId: string, gtin: string, decidedAt: Date) {
  const other = await world.shop();
  const partner = await aVariant(world.db, { shopId: other.id, gtin });
  const id = await aLinkProposal(world.db, [
    { shopId: shop.id, variantId, productId: 'P-1' },
    { ...partner, productId: `product-of-${partner.variantId}` },
  ]);
  await world.db.linkProposal.update({ where: { id }, data: { state: 'confirmed', decidedAt } });
  const key = { shopId: shop.id, variantId };
  await world.db.articleLink.create({
    data: { ...key, gtin, proposalId: id, linkProblem: 'missing_barcode' },
  });
  await world.db.variant.update({
    where: { shopId_variantId: key },
    data: { gtin, linkProblem: null },
  });
}

describe('D14: at most one active variant of a shop is linked to an article', () => {
  it('the database refuses a second one, of active variants alone', async () => {
    const gtin = aGtin(9_101);
    await aVariant(world.db, { shopId: shop.id, gtin });
    await aVariant(world.db, { shopId: shop.id, gtin, state: 'retired' });
    await expect(aVariant(world.db, { shopId: shop.id, gtin })).rejects.toMatchObject({ code: 'P2002' });
  });

  it('of two variants with one barcode the one that is linked already keeps its link', async () => {
    const barcode = aGtin(9_111);
    await pull(wireVariant('V-2', { barcode }));
    await pull(wireVariant('V-1', { barcode }), wireVariant('V-2', { barcode }));
    expect(await linked('V-1')).toEqual(['active', null, 'duplicate_barcode']);
    expect(await linked('V-2')).toEqual(['active', barcode, null]);
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('two variants exchange their barcodes in one run', async () => {
    const [one, other] = [aGtin(9_121), aGtin(9_122)];
    await pull(wireVariant('V-1', { barcode: one }), wireVariant('V-2', { barcode: other }));
    await pull(wireVariant('V-1', { barcode: other }), wireVariant('V-2', { barcode: one }));
    expect(await linked('V-1')).toEqual(['active', other, null]);
    expect(await linked('V-2')).toEqual(['active', one, null]);
  });
});

describe('D14: a variant that comes back to an article taken in the meantime', () => {
  it.each([
    ['by its barcode', { barcode: aGtin(9_201) }, aGtin(9_201)],
    ['by a link made by people', {}, aGtin(9_202)],
  ])('%s stays unlinked, is listed and raises an alert until the article is free', async (_, texts, gtin) => {
    const [first, second] = [wireVariant('V-1', texts), wireVariant('V-2')];
    await pull(first, second);
    if (!('barcode' in texts)) await linkByPeople('V-1', gtin, new Date(1));
    await pull(second);
    await linkByPeople('V-2', gtin, new Date(2));

    for (let run = 0; run < 2; run += 1) {
      expect(await pull(first, second)).toMatchObject({ state: 'accepted', linked: 1, unlinked: 1 });
      expect(await linked('V-1')).toEqual(['active', null, 'article_taken']);
      expect(await linked('V-2')).toEqual(['active', gtin, null]);
      expect(await world.openAlerts(shop.id)).toMatchObject([
        { kind: 'article_taken', subject: `variant:${shop.slug}/V-1` },
      ]);
    }

    await pull(first);
    expect(await linked('V-1')).toEqual(['active', gtin, null]);
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('two that come back at once to an article that none has are both left unlinked', async () => {
    const gtin = aGtin(9_211);
    await pull(wireVariant('V-1'), wireVariant('V-2'), wireVariant('V-3'));
    await linkByPeople('V-1', gtin, new Date(1));
    await pull(wireVariant('V-2'), wireVariant('V-3'));
    await linkByPeople('V-2', gtin, new Date(2));
    await pull(wireVariant('V-3'));
    expect(await pull(wireVariant('V-1'), wireVariant('V-2'))).toMatchObject({ state: 'accepted' });
    expect(await linked('V-1')).toEqual(['active', null, 'article_taken']);
    expect(await linked('V-2')).toEqual(['active', null, 'article_taken']);
  });
});

describe('the migration to the unique index (D14)', () => {
  const MIGRATIONS = [
    '20261130040000_article_guard',
    '20261130040100_articles_held_twice',
    '20261130040200_one_variant_per_article',
    '20261130040300_article_guard_gone',
  ];
  const read = (name: string) => ({
    name: `again_${name}`,
    sql: readFileSync(join(repositoryRoot(), 'prisma', 'migrations', name, 'migration.sql'), 'utf8'),
  });

  it('undoes the later links, lists them, and lets a writer of the release before leave a taken article', async () => {
    const [byPeople, byBarcode] = [aGtin(9_301), aGtin(9_302)];
    await world.db.$executeRaw`DROP INDEX variant_one_per_article`;
    await world.db
      .$executeRaw`DELETE FROM contract_step WHERE migration = '20261130040300_article_guard_gone'`;
    await pull(...['V-1', 'V-2', 'V-3', 'V-4', 'V-5'].map((id) => wireVariant(id)));
    await linkByPeople('V-1', byPeople, new Date(2));
    await linkByPeople('V-2', byPeople, new Date(1));
    await linkByPeople('V-3', byBarcode, new Date(0));
    const session = await openSession(world.url);
    const toBarcode = (variantId: string) =>
      session.query(
        'UPDATE variant SET gtin = $3, link_problem = NULL WHERE shop_id = $1 AND variant_id = $2',
        [shop.id, variantId, byBarcode],
      );
    await toBarcode('V-4');
    await world.takeCommands();

    await applyMigrations(session, MIGRATIONS.slice(0, 2).map(read));
    await toBarcode('V-5');
    await applyMigrations(session, MIGRATIONS.slice(2).map(read));
    await session.end();

    expect(await linked('V-1')).toEqual(['active', null, 'article_taken']);
    expect(await linked('V-2')).toEqual(['active', byPeople, null]);
    expect(await linked('V-3')).toEqual(['active', null, 'article_taken']);
    expect(await linked('V-4')).toEqual(['active', byBarcode, null]);
    expect(await linked('V-5')).toEqual(['active', null, 'article_taken']);
    expect(await world.takeByType()).toEqual({
      'network-quantity.recalculate-shop': [{ shopId: shop.id }],
    });
    await expect(aVariant(world.db, { shopId: shop.id, gtin: byPeople })).rejects.toMatchObject({
      code: 'P2002',
    });
  });
});
