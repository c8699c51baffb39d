import { inTransaction, type Database } from '@hub/database';
import {
  aSheet,
  aShippingOrder,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applySheet, parseSheet, planSheet, type Capabilities, type Sheet } from '../src';

const ENV = { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' };
const LIVE = { products: 'live', inventory: 'live', orders: 'live', cancellation: 'live', returns: 'live' };
const OFF = { ...LIVE, orders: 'off', cancellation: 'off', returns: 'off' };
const DRY_RUN = { ...OFF, orders: 'dry_run' };

let database: TestDatabase;
let db: Database;
let shop: { id: number };

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE shop, alert, variant, seller_order, cancellation, shipping_order_stop CASCADE`;
  await apply(LIVE);
  shop = await db.shop.findUniqueOrThrow({ where: { slug: 'nordic-outdoor' } });
});

function sheet(capabilities: object): Sheet {
  const read = parseSheet(aSheet({ capabilities }), ENV, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.sheet;
}

function apply(capabilities: object, overrule = false) {
  return inTransaction(db, (tx) => applySheet(tx, { ...sheet(capabilities), overrule }, TEST_ENCRYPTION_KEY));
}

/** What it refuses, sheet by sheet. */
async function faults(capabilities: object): Promise<string[]> {
  const applied = await apply(capabilities);
  return applied.kind === 'refused' ? applied.faults : [];
}

type ShippingOrderOptions = NonNullable<Parameters<typeof aShippingOrder>[1]>;
const at = (options: ShippingOrderOptions) => aShippingOrder(db, { shippingShop: shop, ...options });
const sold = (options: ShippingOrderOptions = {}) => aShippingOrder(db, { sellingShop: shop, ...options });
const orders = async (): Promise<Capabilities['orders']> =>
  (await db.shop.findUniqueOrThrow({ where: { id: shop.id } })).orders;

describe('D25: switching orders off', () => {
  it('succeeds if nothing is open', async () => {
    await at({ state: 'stopped' });
    await at({ state: 'refused', storeOrderId: null });
    expect(await apply(OFF)).toMatchObject({ kind: 'changed', overruled: [] });
    expect(await orders()).toBe('off');
  });

  it.each(['planned', 'sending', 'placed'] as const)(
    'is refused with a shipping order that is %s at the shop: draining first',
    async (state) => {
      await at({ state });
      for (const capabilities of [OFF, DRY_RUN])
        expect(await faults(capabilities)).toEqual([
          `capabilities.orders: cannot become ${capabilities.orders} with 1 shipping orders at the shop open; draining serves them first`,
        ]);
      expect(await planSheet(db, sheet(OFF), TEST_ENCRYPTION_KEY)).toMatchObject({ kind: 'refused' });
      expect(await orders()).toBe('live');
      expect(await apply({ ...LIVE, orders: 'draining' })).toMatchObject({ kind: 'changed' });
      expect(await faults(OFF)).toHaveLength(1);
    },
  );

  it('shipped orders are no longer open', async () => {
    const shipped = await at({});
    await db.shippingOrderLine.updateMany({
      where: { shippingOrderId: shipped.id },
      data: { packaged: 1 },
    });
    expect(await faults(OFF)).toEqual([]);
  });

  it('is refused with network lines, tracking, returns and cancellations of its own orders open', async () => {
    const order = await sold();
    await db.package.create({
      data: {
        id: order.id,
        shippingOrderId: order.id,
        packageId: 'P-1',
        reference: 'p-1',
        carrier: 'c',
        trackingNumber: 't',
        shippedAt: 1n,
        correlation: 'test',
      },
    });
    await db.return.create({
      data: {
        id: order.id,
        side: 'shipping',
        shopId: order.shopId,
        eventId: 'E-1',
        sellerOrderId: order.sellerOrderId,
        state: 'due',
        correlation: 'test',
      },
    });
    await sold({ state: 'stopped', stop: 'due' });
    expect(await faults(OFF)).toEqual([
      'capabilities.orders: cannot become off with 2 paid network lines of its own orders, 1 cancellations of its own orders, ' +
        '1 packages whose tracking it is owed, 1 returns that it is owed open; draining serves them first',
      'capabilities.cancellation: cannot become off with 1 cancellations of its own orders open; they end first',
      'capabilities.returns: cannot become off with 1 returns that it is owed open; they end first',
    ]);
  });

  it('cancellation alone is refused while the shop is asked to stop something', async () => {
    await at({ stop: 'due' });
    expect(await faults({ ...LIVE, cancellation: 'off', returns: 'off' })).toEqual([
      'capabilities.cancellation: cannot become off with 1 cancellations at the shop open; they end first',
    ]);
  });

  it('a lead may overrule: it is off, and each open line has its alert', async () => {
    const shipping = await at({ state: 'planned', quantities: [1, 2] });
    const selling = await sold();
    const applied = await apply(OFF, true);
    expect(applied).toMatchObject({ kind: 'changed', overruled: [expect.stringContaining('orders')] });
    expect(await orders()).toBe('off');
    const alerts = await db.alert.findMany({ where: { kind: 'shop_switched_off' } });
    const sideOf = new Map(alerts.map(({ subject, detail }) => [subject, detail]));
    expect([...sideOf.keys()].toSorted()).toEqual(
      [...shipping.lines, ...selling.lines].map(({ orderLineId }) => `line:${orderLineId}`).toSorted(),
    );
    expect(sideOf.get(`line:${shipping.lines[0]?.orderLineId}`)).toMatchObject({
      side: 'shipping',
      externalRef: shipping.reference,
    });
    expect(sideOf.get(`line:${selling.lines[0]?.orderLineId}`)).toMatchObject({ side: 'selling' });
  });
});
