import { createDatabase, inTransaction, type Database } from '@hub/database';
import {
  decisionDetail,
  decideOrder,
  readRoutingFacts,
  criteriaWithBand,
  ReadCriteria,
  type LineToRoute,
} from '@hub/orders/routing';
import {
  aGtin,
  anAddress,
  anOrder,
  anOrderLine,
  aShippingOrder,
  aShop,
  aVariant,
  createTestDatabase,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readOnly } from '../../src/commands/read-only';
import { explainOrder } from '../../src/commands/routing/explain-order';
import { replayLatest, replayOrder } from '../../src/commands/routing/replay-order';
import { orderDataOf, tryOrder } from '../../src/commands/routing/try-order';

const HAT = aGtin(1);
const place = (latitude: number) => [{ locationId: '1001', latitude, longitude: 18 }];

let database: TestDatabase;
let db: Database;
let seller: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  seller = await aShop(db, { slug: 'seller' });
  await aVariant(db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  // `near` is 10 km away and has one, `large` 40 km and has nine.
  for (const [slug, latitude, onHand] of [
    ['near', 59.09, 1],
    ['large', 59.36, 9],
  ] as const) {
    const { id } = await aShop(db, { slug, locations: place(latitude) });
    await aVariant(db, { shopId: id, variantId: `${slug}-hat`, gtin: HAT, onHand });
  }
}, 60_000);
afterAll(() => database.drop());

const order = () =>
  anOrder({
    line_items: [anOrderLine({ line_item_id: 'hat', variant_id: 'V-hat', quantity: 3, unit_price: 10 })],
    total_discounts: 1,
  });
const tryData = (data: unknown) =>
  readOnly(db, (tx) => tryOrder(tx, { shop: { id: seller.id, country: 'SE' }, data, now: Date.now() }));

describe('hub route try', () => {
  it('decides and prices, and writes nothing', async () => {
    const tried = await tryData(order());
    expect(tried).toMatchObject({
      outcome: 'accepted',
      already_stored: false,
      decision: {
        lines: [
          {
            chosen: { shop: 'large' },
            ruled_out: [
              { shop: 'seller', reason: 'same_shop' },
              { shop: 'near', reason: 'not_enough_stock', free_stock: 1 },
            ],
          },
        ],
      },
      // D24's example: (30 − 1) × 0.70 ÷ 3, rounded; the VAT goes off and on again.
      money: { hat: { unitPrice: '6.77', rounding: '0.01' } },
    });
    expect(await db.sellerOrder.count()).toBe(0);
    expect(await db.reservation.count()).toBe(0);
    expect(await db.outbox.count()).toBe(0);
  });

  it('decides by another policy too, and says which lines would go elsewhere and why (D19)', async () => {
    const data = {
      ...order(),
      line_items: [anOrderLine({ line_item_id: 'hat', variant_id: 'V-hat', quantity: 1 })],
      shipping_address: anAddress({ latitude: 59, longitude: 18 }),
    };
    const [stock, near] = [['free_stock'], ['distance']].map((criteria) => ({
      version: String(criteria),
      criteria: ReadCriteria.parse(criteria),
    }));
    const tried = await readOnly(db, (tx) =>
      tryOrder(tx, {
        shop: { id: seller.id, country: 'SE' },
        data,
        now: Date.now(),
        policy: near,
        against: stock,
      }),
    );
    expect(tried).toMatchObject({
      decision: { policy: { criteria: ['free_stock'] }, lines: [{ chosen: { shop: 'large' } }] },
      other: {
        decision: { lines: [{ chosen: { shop: 'near' } }] },
        differences: [{ line_item_id: 'hat', was: 'large', would_be: 'near', why: 'distance' }],
      },
    });
    expect(await tryData(data)).toMatchObject({ other: null });
  });

  it('the database itself prevents any write', async () => {
    await expect(readOnly(db, (tx) => tx.outbox.deleteMany())).rejects.toThrow('read-only');
  });

  it('works also behind a pooler that loses prepared statements', async () => {
    const pooled = createDatabase(database.url, { poolSize: 1, prepared: 'off' });
    const shops = await readOnly(pooled, (tx) => tx.shop.count());
    await pooled.$disconnect();
    expect(shops).toBe(3);
  });

  it('an order that would be refused is reported with code and field, one of our own as skipped', async () => {
    expect(await tryData({ ...order(), payment_status: 'pending' })).toMatchObject({
      outcome: 'refused',
      refusal: { code: 'invalid_order', field: 'data.payment_status' },
    });
    expect(await tryData({ order_id: 'O-1' })).toMatchObject({ refusal: { code: 'invalid_request' } });
    expect(await tryData({ tags: ['hub_ship'] })).toEqual({ outcome: 'skipped' });
  });

  it('accepts the whole event as well as its data', () => {
    expect(orderDataOf({ event: 'order.created', data: { order_id: 'O-1' } })).toEqual({ order_id: 'O-1' });
    expect(orderDataOf({ order_id: 'O-1' })).toEqual({ order_id: 'O-1' });
  });
});

describe('a stored decision', () => {
  it('is explained, and replayed under another policy without an effect', async () => {
    const { sellerOrderId } = await aShippingOrder(db, { sellingShop: seller, orderId: 'O-explained' });
    const line: LineToRoute = {
      id: 'id',
      lineItemId: 'hat',
      quantity: 1,
      waiting: true,
      excludedShops: [],
      gtin: HAT,
    };
    await inTransaction(db, async (tx) => {
      const { facts } = await readRoutingFacts(
        tx,
        {
          id: null,
          shopId: seller.id,
          shopCountry: 'SE',
          placedAt: BigInt(Date.now()) * 1_000_000n,
          currency: 'EUR',
          mode: 'live',
          country: 'SE',
          coordinates: { latitude: 59, longitude: 18 },
        },
        { lines: [line], now: Date.now() },
      );
      const amounts = {
        currency: 'EUR',
        totalDiscounts: '0',
        shippingCost: '0',
        lines: [{ lineItemId: 'hat', quantity: 1, unitPrice: '10' }],
      };
      const { decision } = decideOrder(facts, amounts, { version: 'fine', criteria: criteriaWithBand(20) });
      await tx.routingDecision.create({
        data: {
          id: sellerOrderId,
          sellerOrderId,
          policyVersion: 'fine',
          detail: decisionDetail(decision, facts),
        },
      });
    });

    expect(await readOnly(db, (tx) => explainOrder(tx, sellerOrderId))).toMatchObject({
      shop: 'seller',
      order_id: 'O-explained',
      decisions: [
        {
          policy: { band_km: 20 },
          lines: [
            {
              chosen: { shop: 'near' },
              candidates: [
                { rank: 1, shop: 'near', free_stock: 1, distance_km: 10 },
                { rank: 2, shop: 'large', free_stock: 9, distance_km: 40 },
              ],
              ruled_out: [{ shop: 'seller', reason: 'same_shop' }],
            },
          ],
        },
      ],
      // Its shipping order names another decision.
      former_decisions: [{ decided_at: expect.any(String) }],
    });
    const other = { version: 'coarse', criteria: criteriaWithBand(100) };
    const before = await db.routingDecision.findMany();
    expect(
      await readOnly(db, (tx) => replayOrder(tx, sellerOrderId, { other, against: null })),
    ).toMatchObject({
      decisions: [{ lines: [{ was: 'near', would_be: 'large', differs: true }] }],
    });
    expect(await readOnly(db, (tx) => replayLatest(tx, 10, { other, against: null }))).toMatchObject({
      policy: { version: 'coarse', band_km: 100 },
      figures: {
        decisions: 1,
        differ: 1,
        why: { free_stock: 1 },
        was: { kilometres: 10, parcels: 1, shops: [{ shop: 'near', orders: 1 }] },
        would_be: { kilometres: 40, parcels: 1, shops: [{ shop: 'large', orders: 1 }] },
      },
      elsewhere: [{ order_id: 'O-explained', was: 'near', would_be: 'large', why: 'free_stock' }],
    });
    const two = { other, against: { version: 'stock', criteria: ReadCriteria.parse(['free_stock']) } };
    expect(await readOnly(db, (tx) => replayOrder(tx, sellerOrderId, two))).toMatchObject({
      against: { version: 'stock', band_km: null, criteria: ['free_stock'] },
      decisions: [{ lines: [{ was: 'large', would_be: 'large', differs: false, why: null }] }],
    });
    expect(await db.routingDecision.findMany()).toEqual(before);
  });
});
