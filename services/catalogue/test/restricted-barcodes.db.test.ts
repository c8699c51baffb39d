import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toGtin14 } from '@hub/contract';
import { applyMigrations } from '@hub/database';
import { aGtin, aLinkProposal, aVariant, openSession, repositoryRoot } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CatalogueWorld, storeOf, wireProduct, wireVariant } from './catalogue-world';

const IN_STORE = '2000000000015';
const RESTRICTED = toGtin14(IN_STORE) ?? '';
const WINE = { title: 'Red wine 0.75 l', brand: 'Own import' };
const SOCKS = { title: 'Wool socks, grey', brand: 'House brand' };

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

const pull = (shopId: number, texts: Record<string, unknown>, ...variants: unknown[]) =>
  world.pull(shopId, storeOf([wireProduct('P-1', variants, texts)]));

describe('D14: a restricted number links nothing', () => {
  it('variants of two shops with one in-store number stay unlinked, and are listed', async () => {
    const shops = [await world.shop(), await world.shop()];
    for (const { id } of shops) {
      await pull(id, {}, wireVariant('V-1', { barcode: IN_STORE }));
      expect(await world.variant(id, 'V-1')).toMatchObject({ gtin: null, linkProblem: 'restricted_barcode' });
    }
  });

  it('a link made before is undone by the next run, and its store is sent 0', async () => {
    const shop = await world.shop();
    const store = [wireVariant('V-1', { barcode: IN_STORE })];
    await pull(shop.id, {}, ...store);
    await world.db.variant.updateMany({
      where: { shopId: shop.id },
      data: { gtin: RESTRICTED, linkProblem: null },
    });
    await world.db.networkQuantity.create({
      data: { shopId: shop.id, variantId: 'V-1', target: 3, reported: 3, state: 'in_step' },
    });
    await world.takeByType();
    await pull(shop.id, {}, ...store);
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({
      gtin: null,
      linkProblem: 'restricted_barcode',
    });
    expect(await world.takeByType()).toMatchObject({
      'network-quantity.recalculate-shop': [{ shopId: shop.id }],
    });
  });

  it('the migration undoes links at once, and leaves what people linked one article', async () => {
    const [shop, other, third] = [await world.shop(), await world.shop(), await world.shop()];
    for (const { id } of [shop, other, third]) await pull(id, {}, wireVariant('V-1', { barcode: IN_STORE }));
    await pull(other.id, {}, wireVariant('V-1', { barcode: IN_STORE }), wireVariant('V-2'));
    const confirmed = await aLinkProposal(world.db, [
      { shopId: shop.id, variantId: 'V-1', productId: 'P-1' },
      { shopId: other.id, variantId: 'V-2', productId: 'P-1' },
    ]);
    await world.db.linkProposal.update({ where: { id: confirmed }, data: { state: 'confirmed' } });
    const key = { shopId: other.id, variantId: 'V-2' };
    await world.db.articleLink.create({ data: { ...key, gtin: RESTRICTED, proposalId: confirmed } });
    for (const [shopId, variantId] of [
      [shop.id, 'V-1'],
      [other.id, 'V-2'],
      [third.id, 'V-1'],
    ] as const)
      await world.db.variant.update({
        where: { shopId_variantId: { shopId, variantId } },
        data: { gtin: RESTRICTED, linkProblem: null },
      });

    const name = '20261130041000_restricted_barcodes';
    const sql = readFileSync(join(repositoryRoot(), 'prisma', 'migrations', name, 'migration.sql'), 'utf8');
    const session = await openSession(world.url);
    await applyMigrations(session, [{ name: `again_${name}`, sql }]);
    await session.end();

    const one = await world.variant(shop.id, 'V-1');
    expect(one?.gtin).toMatch(/^H[0-9A-Z]{13}$/);
    expect(await world.variant(other.id, 'V-2')).toMatchObject({ gtin: one?.gtin });
    expect(await world.variant(third.id, 'V-1')).toMatchObject({
      gtin: null,
      linkProblem: 'restricted_barcode',
    });
    await pull(shop.id, {}, wireVariant('V-1', { barcode: IN_STORE }));
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ gtin: one?.gtin, linkProblem: null });
  });
});

describe('D14: a doubtful link', () => {
  it('raises an alert in the run that makes it, once, and closes when the texts agree', async () => {
    const [first, second] = [await world.shop(), await world.shop()];
    const barcode = aGtin(9_501);
    await pull(first.id, WINE, wireVariant('V-1', { barcode, size: '0.75 l' }));
    expect(await world.openAlerts(first.id)).toEqual([]);
    const socks = wireVariant('V-9', { barcode, size: '39-42' });
    await pull(second.id, SOCKS, socks);
    expect(await world.openAlerts(second.id)).toMatchObject([
      { kind: 'doubtful_link', subject: `variant:${second.slug}/V-9` },
    ]);
    await pull(second.id, SOCKS, socks);
    expect(await world.db.alert.findMany({ where: { shopId: second.id } })).toMatchObject([{ count: 1 }]);
    await pull(second.id, { ...SOCKS, title: 'Wine, red' }, socks);
    expect(await world.openAlerts(second.id)).toEqual([]);
  });

  it('is none with a word in common, and none by a link that people made', async () => {
    const [first, second] = [await world.shop(), await world.shop()];
    const [barcode, byPeople] = [aGtin(9_511), aGtin(9_512)];
    await pull(first.id, WINE, wireVariant('V-1', { barcode }));
    await pull(
      second.id,
      { ...SOCKS, brand: 'own import' },
      wireVariant('V-1', { barcode }),
      wireVariant('V-2'),
    );
    const partner = await aVariant(world.db, { shopId: first.id, gtin: byPeople });
    const proposalId = await aLinkProposal(world.db, [
      { ...partner, productId: `product-of-${partner.variantId}` },
      { shopId: second.id, variantId: 'V-2', productId: 'P-1' },
    ]);
    await world.db.linkProposal.update({ where: { id: proposalId }, data: { state: 'confirmed' } });
    await world.db.articleLink.create({
      data: { shopId: second.id, variantId: 'V-2', gtin: byPeople, proposalId },
    });
    await pull(
      second.id,
      { ...SOCKS, brand: 'own import' },
      wireVariant('V-1', { barcode }),
      wireVariant('V-2'),
    );
    expect(await world.variant(second.id, 'V-2')).toMatchObject({ gtin: byPeople });
    expect(await world.openAlerts(second.id)).toEqual([]);
  });
});
