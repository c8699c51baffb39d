import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aGtin, anAddress, anOrder, anOrderLine, aShop, aVariant } from '@hub/testing';
import { createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addRouteCommand } from '../src/commands/route';
import { runHub } from './run-hub';

const given = { ...process.env };
const HAT = aGtin(1);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  const seller = await aShop(db, { slug: 'seller' });
  await aVariant(db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  // `near` is 10 km away and has few; `large` 40 km and has many.
  for (const [slug, latitude, onHand] of [
    ['near', 59.09, 2],
    ['large', 59.36, 9],
  ] as const) {
    const locations = [{ locationId: '1001', latitude, longitude: 18 }];
    const { id } = await aShop(db, { slug, locations });
    await aVariant(db, { shopId: id, variantId: `${slug}-hat`, gtin: HAT, onHand });
  }
  const line = { id: '00000000-0000-4000-8000-000000000002', lineItemId: 'hat', quantity: 1 };
  await db.sellerOrder.create({
    data: {
      id: line.id,
      shopId: seller.id,
      orderId: 'O-1',
      placedAt: 1n,
      currency: 'EUR',
      mode: 'live',
      destinationCountry: 'SE',
      shippingCost: '0',
      totalDiscounts: '0',
      correlation: 'C-1',
    },
  });
  const [near, large] = await db.shop.findMany({ where: { slug: { in: ['near', 'large'] } } });
  const figures = { variantId: 'V', alreadyChosen: false, suspended: false, full: false };
  const candidates = [
    { ...figures, shopId: near?.id ?? 0, freeStock: 2, distanceKm: 10 },
    { ...figures, shopId: large?.id ?? 0, freeStock: 9, distanceKm: 40 },
  ];
  const chosen = { shopId: near?.id ?? 0, variantId: 'V' };
  await db.routingDecision.create({
    data: {
      id: '00000000-0000-4000-8000-000000000001',
      sellerOrderId: line.id,
      policyVersion: 'D19-2/near',
      detail: {
        policy: { version: 'D19-2/near', bandKm: 20 },
        mode: 'live',
        country: 'SE',
        withCoordinates: true,
        consumerVat: '0.25',
        lines: [
          { lineItemId: 'hat', gtin: HAT, quantity: 1, chosen, waitsFor: null, candidates, ruledOut: [] },
        ],
      },
    },
  });
}, 60_000);
afterAll(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

function fileOf(name: string, text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'hub-policy-')), name);
  writeFileSync(file, text);
  return file;
}
const STOCK = fileOf('stock.yaml', 'version: by-stock\ncriteria: [free_stock]\n');
const NEAR = fileOf('near.yaml', 'version: nearest\ncriteria: [distance]\n');
const route = async (...words: string[]) => (await runHub([addRouteCommand], ['route', ...words])).out;

describe('two policies over orders (D19)', () => {
  it('of one order: each line with the reason, then kilometres, parcels, shops and orders per shop', async () => {
    const out = await route('replay', 'O-1', '--policy', STOCK);
    expect(out).toContain('replayed by by-stock (free_stock), with no effect');
    expect(out).toMatch(/hat +near +large +differs: has more free stock +large, near/);
    expect(out).toMatch(/kilometres +10 +40/);
    expect(out).toMatch(/orders at near +1 +0/);
    expect(out).toMatch(/orders at large +0 +1/);
  });

  it('of the latest decisions: which orders go elsewhere, and why', async () => {
    const out = await route('replay', '--policy', STOCK, '--against', NEAR, '--latest', '10');
    expect(out).toContain('1 decision compared, 1 of them differ');
    expect(out).toMatch(/NEAREST +BY-STOCK/);
    expect(out).toMatch(/O-1 +seller +hat +near +large +has more free stock/);
    const json: unknown = JSON.parse(await route('replay', '--policy', NEAR, '--json'));
    expect(json).toMatchObject({ figures: { decisions: 1, differ: 0 }, elsewhere: [] });
  });

  it('of an order that a shop could send now', async () => {
    const order = fileOf(
      'order.json',
      JSON.stringify(
        anOrder({
          line_items: [anOrderLine({ line_item_id: 'hat', variant_id: 'V-hat' })],
          shipping_address: anAddress({ latitude: 59, longitude: 18 }),
        }),
      ),
    );
    const out = await route('try', order, '--shop', 'seller', '--policy', STOCK, '--against', NEAR);
    expect(out).toContain('line hat would go to large instead of near: has more free stock');
  });
});
