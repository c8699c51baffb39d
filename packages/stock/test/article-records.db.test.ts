import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aGtin, aShop, aVariant, createTestDatabase, type TestDatabase } from '@hub/testing';
import {
  articlesOf,
  lockVariants,
  networkQuantities,
  readArticleFacts,
  reserve,
  type VariantFacts,
} from '../src';
import { aShippingOrder } from './a-shipping-order';

const GTIN = aGtin(900_001);
const NOW_NS = 1_800_000_000_000_000_000n;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function factsOf(gtin: string, atNs = NOW_NS): Promise<readonly VariantFacts[]> {
  return (await readArticleFacts(database.db, [gtin], atNs)).get(gtin)?.variants ?? [];
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the facts of an article', () => {
  it('D14: a restricted number links no variants: what it linked before is offered to no shop', async () => {
    const { db } = database;
    const gtin = '02000000000015';
    for (const onHand of [0, 5]) await aVariant(db, { shopId: (await aShop(db)).id, gtin, onHand });
    const variants = await factsOf(gtin);
    expect(variants.map((variant) => variant.gtin)).toEqual([null, null]);
    expect(networkQuantities({ gtin, variants }).map(({ target }) => target)).toEqual([0, 0]);
  });

  it('names every variant of any state, with what its shop’s sheet says', async () => {
    // Given two shops with the article, one of them in dry run and testing with it
    const { db } = database;
    const live = await aShop(db);
    const testing = await aShop(db, {
      currency: 'SEK',
      destinationCountries: ['SE'],
      testVariants: ['V-test'],
      splitRate: null,
      capabilities: { orders: 'dry_run', cancellation: 'off', returns: 'off' },
    });
    await aVariant(db, { shopId: live.id, variantId: 'V-live', gtin: GTIN, onHand: 7, committed: 2 });
    await aVariant(db, { shopId: testing.id, variantId: 'V-test', gtin: GTIN, state: 'retired' });
    await aVariant(db, { shopId: live.id, gtin: aGtin(900_002) });

    // Then its facts are these two, in the order of shop and variant
    expect(await factsOf(GTIN)).toEqual([
      {
        shopId: live.id,
        variantId: 'V-live',
        gtin: GTIN,
        state: 'active',
        freeStock: 5,
        testVariant: false,
        splitRate: '0.7',
        shop: {
          shopId: live.id,
          currency: 'EUR',
          orders: 'live',
          inventory: 'live',
          destinationCountries: new Set(['SE', 'NO', 'DK']),
          suspended: false,
          trialTraffic: false,
          heldForLong: false,
          paused: false,
          injection: { country: 'SE', applies: 'domestic', hasRate: true },
        },
      },
      {
        shopId: testing.id,
        variantId: 'V-test',
        gtin: GTIN,
        state: 'retired',
        freeStock: 0,
        testVariant: true,
        splitRate: null,
        shop: {
          shopId: testing.id,
          currency: 'SEK',
          orders: 'dry_run',
          inventory: 'live',
          destinationCountries: new Set(['SE']),
          suspended: false,
          trialTraffic: false,
          heldForLong: false,
          paused: false,
          injection: { country: 'SE', applies: 'domestic', hasRate: true },
        },
      },
    ]);
  });

  it.each<[string, object, { suspended: boolean; heldForLong: boolean }]>([
    ['held a moment ago', { ordersHeldSince: ago(1) }, { suspended: true, heldForLong: false }],
    ['held for over an hour', { ordersHeldSince: ago(61) }, { suspended: true, heldForLong: true }],
    [
      'all its calls held for over an hour',
      { callsHeldSince: ago(61) },
      { suspended: true, heldForLong: true },
    ],
    [
      'its circuit open a moment ago',
      { circuitOpenSince: ago(0.5) },
      { suspended: false, heldForLong: false },
    ],
    [
      'its circuit open for two hours',
      { circuitOpenSince: ago(120) },
      { suspended: true, heldForLong: false },
    ],
  ])('D19, D16: reports of a shop, %s', async (_, columns, facts) => {
    const { db } = database;
    const { id: shopId } = await aShop(db);
    await db.shop.update({ where: { id: shopId }, data: columns });
    const { gtin } = await aVariant(db, { shopId });
    const read = await readArticleFacts(db, [gtin ?? ''], NOW_NS);
    expect(read.get(gtin ?? '')?.variants).toMatchObject([{ shop: facts }]);
  });

  it('has an entry for every requested article, several at once, also for one that no shop has', async () => {
    const { db } = database;
    const { id: shopId } = await aShop(db);
    const { gtin } = await aVariant(db, { shopId, gtin: aGtin(900_010) });
    const nobodys = aGtin(900_011);

    const facts = await readArticleFacts(db, [gtin ?? '', nobodys], NOW_NS);

    expect([...facts].map(([article, { variants }]) => [article, variants.length])).toEqual([
      [gtin, 1],
      [nobodys, 0],
    ]);
  });

  it('free stock is never below 0, nor above 2 147 483 647 (D16)', async () => {
    const { db } = database;
    const gtin = aGtin(900_020);
    await aVariant(db, { shopId: (await aShop(db)).id, gtin, onHand: 1, committed: 3 });
    const { shopId, variantId } = await aVariant(db, { shopId: (await aShop(db)).id, gtin });
    await db.variant.updateMany({ where: { shopId, variantId }, data: { onHand: 3_000_000_000n } });

    expect((await factsOf(gtin)).map(({ freeStock }) => freeStock)).toEqual([0, 2_147_483_647]);
  });

  it('split rates: the variant’s own before the default, the latest agreed by then (D24)', async () => {
    // Given a default since ever, another from 100 on, and one of the variant's own from 200 on
    const { db } = database;
    const { id: shopId } = await aShop(db, { splitRate: '0.5' });
    const { variantId, gtin } = await aVariant(db, { shopId, gtin: aGtin(900_030) });
    await db.splitRate.createMany({
      data: [
        { shopId, variantId: '', appliesFrom: 100n, rate: '0.6' },
        { shopId, variantId, appliesFrom: 200n, rate: '0.9' },
        { shopId, variantId: 'another', appliesFrom: 0n, rate: '0.1' },
      ],
    });

    const rates = [];
    for (const at of [99n, 100n, 199n, 200n]) rates.push((await factsOf(gtin ?? '', at))[0]?.splitRate);

    expect(rates).toEqual(['0.5', '0.6', '0.6', '0.9']);
  });

  it('without a default, the variant’s own rate counts from its instant on', async () => {
    const { db } = database;
    const { id: shopId } = await aShop(db, { splitRate: null });
    const { variantId, gtin } = await aVariant(db, { shopId, gtin: aGtin(900_040) });
    await db.splitRate.create({ data: { shopId, variantId, appliesFrom: 200n, rate: '0.9' } });

    expect((await factsOf(gtin ?? '', 199n))[0]?.splitRate).toBeNull();
    expect((await factsOf(gtin ?? '', 200n))[0]?.splitRate).toBe('0.9');
  });

  it('a reservation at one shop decreases the network quantity of every other', async () => {
    // Given three shops with 5, 7 and 9 pieces of one article
    const { db } = database;
    const gtin = aGtin(900_050);
    const shops = [await aShop(db), await aShop(db), await aShop(db)] as const;
    for (const [index, { id }] of shops.entries())
      await aVariant(db, { shopId: id, variantId: 'V', gtin, onHand: 5 + 2 * index });
    const [selling, { id: shopId }] = shops;
    const order = await aShippingOrder(db, {
      sellingShopId: selling.id,
      shippingShopId: shopId,
      lines: [{ variantId: 'V', quantity: 3 }],
    });

    // When three of the second shop's seven are reserved
    const [shippingOrderLineId = ''] = order.lineIds;
    await db.$transaction((tx) =>
      reserve(tx, [{ shopId, variantId: 'V', shippingOrderLineId, quantity: 3 }]),
    );

    // Then the others see three fewer
    const quantities = networkQuantities({ gtin, variants: await factsOf(gtin) });
    expect(quantities.map((quantity) => quantity.target)).toEqual([4 + 9, 5 + 9, 5 + 4]);
  });
});

describe('articles of variants', () => {
  it('names each article once, and none for unknown or unlinked variants', async () => {
    const { db } = database;
    const [one, two] = [await aShop(db), await aShop(db)];
    const gtin = aGtin(900_060);
    const keys = [
      await aVariant(db, { shopId: one.id, gtin }),
      await aVariant(db, { shopId: two.id, gtin }),
      await aVariant(db, { shopId: two.id, gtin: null }),
      { shopId: one.id, variantId: 'unknown' },
    ];

    expect(await articlesOf(db, keys)).toEqual([gtin]);
    expect(await articlesOf(db, [])).toEqual([]);
  });
});

describe('locking variants', () => {
  it('reads them under the lock in the order (shop_id, variant_id), whatever the requested order', async () => {
    const { db } = database;
    const [first, second] = [await aShop(db), await aShop(db)];
    const a = await aVariant(db, { shopId: first.id, variantId: 'V-2', onHand: 4, committed: 1 });
    const b = await aVariant(db, { shopId: first.id, variantId: 'V-1', gtin: null, state: 'retired' });
    const c = await aVariant(db, { shopId: second.id, variantId: 'V-0' });

    const locked = await db.$transaction((tx) =>
      lockVariants(tx, [c, a, b, c, { shopId: first.id, variantId: 'unknown' }]),
    );

    expect(locked).toEqual([
      {
        shopId: first.id,
        variantId: 'V-1',
        gtin: null,
        state: 'retired',
        onHand: 0n,
        committed: 0n,
        keptBack: 0,
      },
      {
        shopId: first.id,
        variantId: 'V-2',
        gtin: a.gtin,
        state: 'active',
        onHand: 4n,
        committed: 1n,
        keptBack: 0,
      },
      {
        shopId: second.id,
        variantId: 'V-0',
        gtin: c.gtin,
        state: 'active',
        onHand: 0n,
        committed: 0n,
        keptBack: 0,
      },
    ]);
  });
});
