import { inTransaction } from '@hub/database';
import { aGtin } from '@hub/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { searchLinks } from '../src/sweeps/search-links';
import { CatalogueWorld, storeOf, wireProduct, wireVariant } from './catalogue-world';

const NOW = Date.parse('2026-11-26T12:00:00Z');

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterEach(async () => {
  await world.db.linkProposal.deleteMany();
  await world.db.$executeRaw`TRUNCATE listed_product, listing_key, link_search`;
  await world.db.variant.deleteMany();
  await world.db.catalogueRun.deleteMany();
});
afterAll(() => world.close());

const searching = () => searchLinks(world.shopWork);
const step = (sweep = searching()) => inTransaction(world.db, (tx) => sweep.run(tx, NOW));

async function search(sweep = searching()): Promise<void> {
  while ((await step(sweep)) > 0) continue;
}

type Offered = Record<string, unknown> & { title?: string; brand?: string; id?: string };

/** A shop that offers these, each a product `P-<id>` of one variant `<id>`. */
async function aShopOffering(...offered: Offered[]) {
  const shop = await world.shop();
  const offer = async (...all: Offered[]) => {
    const products = all.map(({ title = TENT, brand = 'Fjellheim', id = 'V-1', ...variant }) =>
      wireProduct(`P-${id}`, [wireVariant(id, variant)], { title, brand }),
    );
    await world.pull(shop.id, storeOf(products));
  };
  await offer(...offered);
  return { id: shop.id, offer };
}

const TENT = 'Storfjell Expedition Tunnel Tent';
const LIKE_TENT = { title: TENT, brand: 'Fjellheim' };
const proposals = async () => {
  const found = await world.db.linkProposal.findMany({ orderBy: [{ variantA: 'asc' }, { variantB: 'asc' }] });
  return found.map(({ variantA, variantB, confidence, state }) => [variantA, variantB, confidence, state]);
};

describe('the search for proposals after a catalogue run', () => {
  it('for a variant without a barcode, among similar ones of other shops: the article may have a barcode there, or none', async () => {
    await aShopOffering({ id: 'a' });
    await aShopOffering(
      { id: 'b', barcode: aGtin(65_001) },
      { id: 'c', title: 'Wool Socks', brand: 'Nordic' },
    );
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'open']]);
  });

  it('whichever of the two shops came first, and also where the later one has the barcode', async () => {
    await aShopOffering({ id: 'a' });
    await search();
    await aShopOffering({ id: 'b', barcode: aGtin(65_002) });
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'open']]);
  });

  it('never within a shop, of two that are linked, or with a shop that was removed', async () => {
    const gone = await aShopOffering({ id: 'gone' });
    await world.db.shop.update({ where: { id: gone.id }, data: { removedAt: new Date(NOW) } });
    await aShopOffering({ id: 'a' }, { id: 'a2', title: `${TENT} Footprint` });
    await search();
    expect(await proposals()).toEqual([]);
    await world.db.variant.deleteMany();
    await aShopOffering({ id: 'b', barcode: aGtin(65_003) });
    await aShopOffering({ id: 'c', barcode: aGtin(65_004) });
    await search();
    expect(await proposals()).toEqual([]);
  });

  it('not for a near miss: another size, colour, pack or generation', async () => {
    await aShopOffering({ id: 'a', size: 'M', title: 'Storfjell Jacket 2 Red' });
    await aShopOffering(
      { id: 'size', size: 'L', title: 'Storfjell Jacket 2 Red' },
      { id: 'colour', size: 'M', title: 'Storfjell Jacket 2 Blue' },
      { id: 'pack', size: 'M', title: 'Storfjell Jacket 2 Red 2-pack' },
      { id: 'model', size: 'M', title: 'Storfjell Jacket 3 Red' },
    );
    await search();
    expect(await proposals()).toEqual([]);
  });

  it('by an sku of the same brand where the titles use other words', async () => {
    await aShopOffering({ id: 'a', title: 'Tunnel tent, three persons', sku: 'FJ-88231-X' });
    await aShopOffering({ id: 'b', title: 'Tunneltelt', sku: 'FJ88231X' });
    await search();
    expect((await proposals()).map(([a, b]) => [a, b])).toEqual([['a', 'b']]);
  });
});

describe('a search builds on existing proposals', () => {
  it('searches again only for products that changed', async () => {
    const shop = await aShopOffering({ id: 'a' }, { id: 'b', title: 'Wool Socks' });
    await search();
    await shop.offer({ id: 'a', title: `${TENT} Green` }, { id: 'b', title: 'Wool Socks' });
    await step();
    const due = await world.db.listedProduct.findMany({ where: { searched: false } });
    expect(due.map(({ productId }) => productId)).toEqual(['P-a']);
  });

  it('renews a proposal whose listing changed, and takes back one that nothing supports any more', async () => {
    await aShopOffering({ id: 'a' });
    const shop = await aShopOffering({ id: 'b' });
    await search();
    await shop.offer({ id: 'b', title: `${TENT} Green` });
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'likely', 'open']]);
    await shop.offer({ id: 'b', title: 'Wool Socks' });
    await search();
    expect(await proposals()).toEqual([]);
  });

  it('takes back one for a variant, or a whole product, that is no longer offered', async () => {
    await aShopOffering({ id: 'a' });
    const { id } = await world.shop();
    const tents = (...variants: string[]) =>
      wireProduct(
        'P-b',
        variants.map((variant) => wireVariant(variant)),
        LIKE_TENT,
      );
    const found = async () => (await proposals()).map(([, variant]) => variant);
    await world.pull(id, storeOf([tents('b', 'c')]));
    await search();
    expect(await found()).toEqual(['b', 'c']);
    await world.pull(id, storeOf([tents('b'), wireProduct('P-d', [wireVariant('d')])]));
    await search();
    expect(await found()).toEqual(['b']);
    await world.pull(id, storeOf([wireProduct('P-d', [wireVariant('d')])]));
    await search();
    expect(await found()).toEqual([]);
  });

  it('follows a variant that moves to another product of its shop', async () => {
    await aShopOffering({ id: 'a' });
    const { id } = await world.shop();
    const offered = (product: string) => storeOf([wireProduct(product, [wireVariant('b')], LIKE_TENT)]);
    await world.pull(id, offered('P-1'));
    await search();
    await world.pull(id, offered('P-2'));
    await search();
    expect(await world.db.linkProposal.findMany()).toMatchObject([{ variantB: 'b', productB: 'P-2' }]);
  });

  it('takes back one whose variant is linked meanwhile, also where a shop had agreed', async () => {
    await aShopOffering({ id: 'a', barcode: aGtin(65_005) });
    const shop = await aShopOffering({ id: 'b' });
    await search();
    await world.db.linkProposal.updateMany({ data: { state: 'agreed' } });
    await shop.offer({ id: 'b', barcode: aGtin(65_006) });
    await search();
    expect(await proposals()).toEqual([]);
  });

  it('keeps one whose other product is not listed yet', async () => {
    await aShopOffering({ id: 'a' });
    const shop = await aShopOffering({ id: 'b' });
    await search();
    await world.db.listedProduct.deleteMany({ where: { productId: 'P-a' } });
    await shop.offer({ id: 'b', title: 'Wool Socks' });
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'open']]);
  });

  it('keeps what a shop has agreed to, whatever the titles are by then', async () => {
    await aShopOffering({ id: 'a' });
    const shop = await aShopOffering({ id: 'b' });
    await search();
    await world.db.linkProposal.updateMany({ data: { state: 'agreed' } });
    await shop.offer({ id: 'b', title: 'Wool Socks' });
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'agreed']]);
  });

  it.each(['refused', 'undone', 'confirmed'] as const)('never repeats what was %s', async (state) => {
    await aShopOffering({ id: 'a' });
    const shop = await aShopOffering({ id: 'b' });
    await search();
    await world.db.linkProposal.updateMany({ data: { state } });
    await shop.offer({ id: 'b', title: `${TENT} Green` });
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'sure', state]]);
  });

  it('skips a proposal that is being decided at this moment, without waiting', async () => {
    await aShopOffering({ id: 'a' });
    const shop = await aShopOffering({ id: 'b' });
    await search();
    await shop.offer({ id: 'b', title: 'Wool Socks' });
    await inTransaction(world.db, async (tx) => {
      await tx.$executeRaw`SELECT FROM link_proposal FOR UPDATE`;
      await search();
    });
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'open']]);
  });
});

describe('two workers, and workers that die', () => {
  it('of two shops with simultaneous runs each is listed before either is searched for', async () => {
    await aShopOffering({ id: 'a' });
    await aShopOffering({ id: 'b' });
    const [one, other] = [searching(), searching()];
    await step();
    // Both list at the same time; each copy of the worker skips what the other has locked.
    await inTransaction(world.db, async (tx) => {
      await one.run(tx, NOW);
      await step(other);
    });
    await Promise.all([search(one), search(other)]);
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'open']]);
  });

  it('a worker that dies in the middle leaves nothing half done: the next one continues', async () => {
    await aShopOffering({ id: 'a' });
    await aShopOffering({ id: 'b' });
    for (const _each of Array.from({ length: 4 })) {
      const died = inTransaction(world.db, async (tx) => {
        await searching().run(tx, NOW);
        throw new Error('killed');
      });
      await expect(died).rejects.toThrow('killed');
      await step();
    }
    await search();
    expect(await proposals()).toEqual([['a', 'b', 'sure', 'open']]);
    expect(await step()).toBe(0);
  });

  it('a shop that fails is retried after an hour, and delays no other', async () => {
    const broken = await aShopOffering({ id: 'a' });
    await aShopOffering({ id: 'b' });
    await aShopOffering({ id: 'c' });
    await step();
    const sweep = searching();
    const failed = inTransaction(world.db, async (tx) => {
      await sweep.run(tx, NOW);
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    await inTransaction(world.db, async (tx) => sweep.defer?.(tx, new Error('failed'), NOW));
    await search(sweep);
    expect(await proposals()).toEqual([['b', 'c', 'sure', 'open']]);
    expect(await world.db.linkSearch.findMany({ where: { notBefore: { not: null } } })).toMatchObject([
      { shopId: broken.id, searched: null, notBefore: new Date(NOW + 3_600_000) },
    ]);
    await inTransaction(world.db, (tx) => searching().run(tx, NOW + 3_600_000));
    expect(await world.db.listedProduct.count({ where: { shopId: broken.id } })).toBe(1);
  });

  it('a run that is accepted in the middle is searched too', async () => {
    const shop = await aShopOffering({ id: 'a' });
    await step();
    await shop.offer({ id: 'a' }, { id: 'b', title: 'Wool Socks' });
    await search();
    expect(await world.db.listedProduct.count({ where: { searched: true } })).toBe(2);
  });
});
