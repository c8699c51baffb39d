import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import {
  aHold,
  aSheet,
  aShop,
  aVariant,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import fc from 'fast-check';
import { applySheet, createShopDirectory, parseSheet, planSheet, type Sheet } from '../src';
import { aLogger } from './a-logger';

const ENV = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1', NEXT_SECRET: 'signing-2' };

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE "shop" RESTART IDENTITY CASCADE`;
  await db.$executeRaw`TRUNCATE "alert", "variant", "product", "stock_level", "network_quantity", "seller_order" CASCADE`;
});

function sheet(overrides: Record<string, unknown> = {}, env = ENV): Sheet {
  const read = parseSheet(aSheet(overrides), env, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.sheet;
}

function apply(newSheet: Sheet, key = TEST_ENCRYPTION_KEY) {
  return inTransaction(db, (tx) => applySheet(tx, newSheet, key));
}

function shopRow() {
  return db.shop.findFirstOrThrow({ include: { secrets: true, locations: true, splitRates: true } });
}

describe('applying an environment sheet (D25)', () => {
  it('creates a new shop from a first sheet, live throughout', async () => {
    expect(await apply(sheet())).toEqual({ kind: 'new', resumed: false });

    const row = await shopRow();
    expect(row).toMatchObject({
      slug: 'nordic-outdoor',
      currency: 'EUR',
      destinationCountries: ['SE', 'NO', 'DK'],
      returns: 'live',
      contacts: { technical: 'ops@shop.example' },
      callsHeldSince: null,
      locations: [{ locationId: '1001', latitude: 59.33, longitude: 18.06 }],
    });
    expect(row.splitRates.map(({ variantId, rate }) => `${variantId}=${rate.toFixed()}`).toSorted()).toEqual([
      '=0.7',
      'V-123=0.65',
    ]);
  });

  it('stores secrets encrypted, with the id of the key', async () => {
    await apply(sheet());
    const { bearerToken, bearerTokenKeyId, secrets } = await shopRow();
    for (const bytes of [bearerToken, ...secrets.map(({ ciphertext }) => ciphertext)]) {
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/bearer-1|signing-1/);
    }
    expect(secrets[0]?.keyId).toBe(bearerTokenKeyId);
  });

  it('plans without writing', async () => {
    expect(await planSheet(db, sheet(), TEST_ENCRYPTION_KEY)).toEqual({ kind: 'new' });
    expect(await db.shop.count()).toBe(0);
  });

  it('changes nothing when the same sheet is applied again', async () => {
    await apply(sheet());
    const before = await shopRow();
    expect(await apply(sheet())).toEqual({ kind: 'unchanged', resumed: false });
    expect(await shopRow()).toEqual(before);
  });

  it('reports what a changed sheet changes, and gives the shop a new revision', async () => {
    await apply(sheet());
    const { revision } = await shopRow();

    const changed = sheet({
      signing_secrets: ['${NEXT_SECRET}'],
      stock_deducted_at: 'shipment',
      split_rate: { default: 0.8 },
      time_zone: 'Europe/Stockholm',
      ship_within: '2d',
      closed_days: ['sun', '2026-12-24'],
      stock_buffer: { default: 1, variants: { 'V-123': 3 } },
      orders_per_day: 20,
    });
    expect(await apply(changed)).toEqual({
      kind: 'changed',
      changes: [
        { field: 'split_rate', from: 'V-123 0.65, default 0.7', to: 'default 0.8' },
        { field: 'stock_deducted_at', from: 'order', to: 'shipment' },
        { field: 'time_zone', from: 'UTC', to: 'Europe/Stockholm' },
        { field: 'ship_within', from: '72h', to: '2d' },
        { field: 'closed_days', from: '', to: '2026-12-24, sun' },
        { field: 'stock_buffer', from: '0', to: '1, V-123: 3' },
        { field: 'orders_per_day', from: null, to: '20' },
        { field: 'signing_secrets', secret: true },
      ],
      overruled: [],
      resumed: false,
    });

    const row = await shopRow();
    expect(row.revision).toBeGreaterThan(revision);
    expect(row.splitRates).toHaveLength(1);
    expect(row.secrets).toHaveLength(1);
    expect(await apply(changed)).toMatchObject({ kind: 'unchanged' });
  });

  it('re-encrypts secrets under another key', async () => {
    const otherKey = 'f'.repeat(64);
    await apply(sheet());
    expect(await apply(sheet(), otherKey)).toMatchObject({
      kind: 'changed',
      changes: [{ field: 'bearer_token' }, { field: 'signing_secrets' }],
    });
    const directory = createShopDirectory({ db, encryptionKey: otherKey, logger: aLogger().logger });
    await directory.refresh();
    expect(directory.bySlug('nordic-outdoor')).toMatchObject({ bearerTokens: ['bearer-1'] });
  });

  it('refuses a signing secret that another shop uses (D2), and then writes nothing', async () => {
    await aShop(db, { slug: 'other-shop', signingSecret: 'signing-2' });
    const newSheet = sheet({ signing_secrets: ['${NORDIC_SIGNING_SECRET}', '${NEXT_SECRET}'] });
    const refused = { kind: 'refused', faults: ['signing_secrets[1]: is used by another shop'] };
    expect(await planSheet(db, newSheet, TEST_ENCRYPTION_KEY)).toEqual(refused);
    expect(await apply(newSheet)).toEqual({ ...refused, resumed: false });
    expect(await db.shop.count()).toBe(1);
  });

  it('lets only one of two shops take the same secret at the same time', async () => {
    const results = await Promise.all([apply(sheet()), apply(sheet({ shop_slug: 'twin' }))]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['new', 'refused']);
  });

  it('finds no change in what it has just stored, whatever the sheet says', async () => {
    const decimals = (max: number) => fc.integer({ min: 1, max }).map((value) => String(value / 1e6));
    const rate = decimals(1e6);
    const sheets = fc.record({
      locations: fc.uniqueArray(
        fc.record({
          location_id: fc.stringMatching(/^[1-8][0-9]{0,8}$/),
          latitude: decimals(90e6),
          longitude: decimals(180e6),
        }),
        { minLength: 1, maxLength: 4, selector: ({ location_id }) => location_id },
      ),
      split_rate: fc.record({
        default: fc.oneof(rate, fc.constant([{ from: '2026-01-01T00:00:00.000000001Z', rate: '0.5' }])),
        variants: fc.dictionary(fc.stringMatching(/^[a-zA-ZåÅ 0-9"'\\-]{1,20}$/), rate, { maxKeys: 4 }),
      }),
      contacts: fc.dictionary(
        fc.constantFrom('technical', 'support'),
        fc.stringMatching(/^[a-zö"'#:]{1,20}$/),
      ),
      test_variants: fc.uniqueArray(fc.stringMatching(/^[a-z,{}]{1,9}$/)),
    });
    await fc.assert(
      fc.asyncProperty(sheets, async (overrides) => {
        const newSheet = sheet(overrides);
        await apply(newSheet);
        expect(await planSheet(db, newSheet, TEST_ENCRYPTION_KEY)).toEqual({ kind: 'unchanged' });
      }),
      { numRuns: 25 },
    );
  });
});

describe('D23: a sheet ends a hold on calls if it changes the credentials or the address', () => {
  async function aHeldShop() {
    await apply(sheet());
    const { id: shopId } = await shopRow();
    await aHold(db, { shopId });
    await aHold(db, { shopId, operation: 'cancel_order' });
    await raiseAlert(db, { kind: 'store_unauthorized', subject: 'shop:nordic-outdoor', message: 'held' });
  }

  it.each([
    ['its bearer token', { bearer_token: '${NEXT_SECRET}' }],
    ['a second bearer token', { bearer_token: ['${NORDIC_BEARER_TOKEN}', '${NEXT_SECRET}'] }],
    ['its signing secrets', { signing_secrets: ['${NEXT_SECRET}'] }],
    ['its store_api_root', { store_api_root: 'https://shop.example/v2' }],
  ])('%s', async (_case, overrides) => {
    await aHeldShop();
    expect(await apply(sheet(overrides))).toMatchObject({ kind: 'changed', resumed: true });
    expect(await shopRow()).toMatchObject({ callsHeldSince: null, nextProbeAt: null, ordersHeldSince: null });
    expect(await db.callHold.count()).toBe(0);
    expect(await db.alert.findFirst()).toMatchObject({ state: 'resolved' });
  });

  it.each([
    ['the same sheet again', {}, 'unchanged'],
    ['another change', { name: 'Nordic Outdoor AB' }, 'changed'],
  ])('not %s', async (_case, overrides, kind) => {
    await aHeldShop();
    expect(await apply(sheet(overrides))).toMatchObject({ kind, resumed: false });
    expect((await shopRow()).callsHeldSince).not.toBeNull();
    expect(await db.callHold.count()).toBe(2);
  });
});

describe('a changed sheet strands nothing', () => {
  it('keeps the currency while orders are open', async () => {
    await apply(sheet());
    const shop = await shopRow();
    const sellerOrderId = await anOpenOrder(shop.id);
    expect(await apply(sheet({ currency: 'SEK' }))).toMatchObject({
      kind: 'refused',
      faults: [
        'currency: cannot change while the shop has open orders, whose amounts are in the present one',
      ],
    });

    await db.orderLine.updateMany({ where: { sellerOrderId }, data: { state: 'shipped' } });
    expect(await apply(sheet({ currency: 'SEK' }))).toMatchObject({ kind: 'changed' });
  });

  it('keeps the HUB_Network location while the store shows network quantities there', async () => {
    await apply(sheet());
    const { id: shopId } = await shopRow();
    await db.networkQuantity.create({ data: { shopId, variantId: 'V-1', target: 0, reported: 3 } });
    const newSheet = sheet({ hub_network_location_id: '9001' });
    expect(await apply(newSheet)).toMatchObject({
      kind: 'refused',
      faults: [expect.stringMatching(/^hub_network_location_id: /)],
    });

    await db.networkQuantity.updateMany({ data: { reported: 0 } });
    expect(await apply(newSheet)).toMatchObject({ kind: 'changed' });
  });

  it('removes the stock of a removed location from the totals, and does not count it when it returns (D16)', async () => {
    await apply(sheet({ locations: [{ location_id: '1001' }, { location_id: '1002' }] }));
    const { id: shopId } = await shopRow();
    const { variantId } = await aVariant(db, { shopId, onHand: 5, locationId: '1001' });
    await db.stockLevel.create({
      data: { shopId, variantId, locationId: '1002', quantity: 2, changedAt: 77n },
    });
    await db.variant.updateMany({ data: { onHand: 7 } });

    await apply(sheet({ locations: [{ location_id: '1001' }] }));

    expect(await db.variant.findFirst()).toMatchObject({ onHand: 5n });
    await apply(sheet({ locations: [{ location_id: '1001' }, { location_id: '1002' }] }));
    expect(await db.variant.findFirst()).toMatchObject({ onHand: 5n });
    expect(await db.stockLevel.findFirst({ where: { locationId: '1002' } })).toMatchObject({
      quantity: 2,
      changedAt: 77n,
    });
  });
});

async function anOpenOrder(shopId: number): Promise<string> {
  const id = '00000000-0000-4000-8000-000000000001';
  await db.sellerOrder.create({
    data: {
      id,
      shopId,
      orderId: 'O-1',
      placedAt: 0n,
      currency: 'EUR',
      mode: 'live',
      destinationCountry: 'SE',
      shippingCost: 0,
      totalDiscounts: 0,
      correlation: 'test',
      lines: {
        create: {
          id: '00000000-0000-4000-8000-000000000002',
          position: 0,
          lineItemId: 'L-1',
          variantId: 'V-1',
          quantity: 1,
          unitPrice: 1,
          state: 'waiting',
        },
      },
    },
  });
  return id;
}
