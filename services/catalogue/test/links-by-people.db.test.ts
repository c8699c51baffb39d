import { randomUUID } from 'node:crypto';
import { aGtin, aVariant } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CatalogueWorld, storeOf, wireProduct, wireVariant } from './catalogue-world';

const OTHERS = aGtin(8_001);
const ELSE = aGtin(8_002);

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

/** A shop whose V-1 has no barcode, and which people linked to the article of another shop's variant. */
async function linkedByPeople() {
  const [shop, other] = [await world.shop(), await world.shop()];
  const pull = async (...variants: unknown[]) => {
    await world.pull(shop.id, storeOf([wireProduct('P-1', variants)]));
    return world.variant(shop.id, 'V-1');
  };
  const partner = await aVariant(world.db, { shopId: other.id, gtin: OTHERS });
  await pull(wireVariant('V-1'));
  const id = randomUUID();
  const [a, b] = [
    { shopA: shop.id, variantA: 'V-1', productA: 'P-1' },
    { shopB: other.id, variantB: partner.variantId, productB: `product-of-${partner.variantId}` },
  ];
  const said = { score: 1, confidence: 'sure', evidence: {}, madeAt: new Date(0) };
  await world.db.linkProposal.create({ data: { id, ...a, ...b, ...said, state: 'confirmed' } });
  const key = { shopId: shop.id, variantId: 'V-1' };
  await world.db.articleLink.create({
    data: { ...key, gtin: OTHERS, proposalId: id, linkProblem: 'no_barcode' },
  });
  await world.db.variant.update({
    where: { shopId_variantId: key },
    data: { gtin: OTHERS, linkProblem: null },
  });
  const noted = () => world.db.articleLink.findFirst({ where: { proposalId: id } });
  return { id, shop, other, pull, noted };
}

describe('a catalogue run with a link made by people', () => {
  it('keeps it, whatever else of the variant changes', async () => {
    const { pull, shop } = await linkedByPeople();
    const linked = await pull(wireVariant('V-1', { size: 'XL' }), wireVariant('V-2'));
    expect(linked).toMatchObject({ size: 'XL', gtin: OTHERS, linkProblem: null });
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('agrees with it where the barcode comes later and is the same', async () => {
    const { pull, shop, noted } = await linkedByPeople();
    expect(await pull(wireVariant('V-1', { barcode: OTHERS }))).toMatchObject({ gtin: OTHERS });
    expect(await noted()).toMatchObject({ barcodeGtin: OTHERS, linkProblem: null });
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('does not let a different barcode win: it is noted, and raises an alert until it agrees', async () => {
    const { id, pull, shop, noted } = await linkedByPeople();
    expect(await pull(wireVariant('V-1', { barcode: ELSE }))).toMatchObject({ barcode: ELSE, gtin: OTHERS });
    expect(await noted()).toMatchObject({ barcodeGtin: ELSE });
    expect(await world.openAlerts(shop.id)).toMatchObject([{ kind: 'link_disputed', subject: `link:${id}` }]);
    await pull(wireVariant('V-1', { barcode: OTHERS }));
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('raises an alert where another variant of the shop has the article’s barcode: that one gets the link', async () => {
    const { pull, shop } = await linkedByPeople();
    expect(await pull(wireVariant('V-1'), wireVariant('V-2', { barcode: OTHERS }))).toMatchObject({
      gtin: null,
    });
    expect(await world.variant(shop.id, 'V-2')).toMatchObject({ gtin: OTHERS });
    expect(await world.openAlerts(shop.id)).toMatchObject([{ kind: 'link_disputed' }]);
  });

  it('raises an alert where the barcode of the variant that it was linked to changes', async () => {
    const { other, shop } = await linkedByPeople();
    const { variantB } = await world.db.linkProposal.findFirstOrThrow({ where: { shopA: shop.id } });
    await world.pull(other.id, storeOf([wireProduct('P-9', [wireVariant(variantB, { barcode: ELSE })])]));
    expect(await world.variant(other.id, variantB)).toMatchObject({ gtin: ELSE });
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({ gtin: OTHERS });
    expect(await world.openAlerts(other.id)).toMatchObject([{ kind: 'link_disputed' }]);
  });
});
