import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aSheet,
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addEventsCommand } from '../src/commands/events';
import { addOrderCommand } from '../src/commands/order';
import { addShopCommand } from '../src/commands/shop';
import { CommandFailure } from '../src/failure';
import { runHub } from './run-hub';

const given = { ...process.env };

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  await aShop(database.db, { slug: 'nordic' });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

const hub = (...words: string[]) => runHub([addShopCommand, addOrderCommand, addEventsCommand], words);

describe('hub shop show (D27)', () => {
  it('as JSON: lists are lists, and what is not there is null', async () => {
    const { out } = await hub('shop', 'show', 'nordic', '--json');
    expect(JSON.parse(out)).toMatchObject({
      shop: 'nordic',
      locations: [expect.any(String)],
      destination_countries: expect.arrayContaining([expect.any(String)]),
      signing_secrets: [{ verify_until: null }],
      calls_held_since: null,
    });
  });

  it('for people: a line each, lists with commas', async () => {
    const { out } = await hub('shop', 'show', 'nordic');
    expect(out).toMatch(/^signing secrets +without end$/m);
    expect(out).toMatch(/^calls held since$/m);
  });
});

describe('hub shop apply (D25)', () => {
  it('refuses to switch a shop off with work open; a lead overrules with a reason, which is recorded', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'hub-sheet-')), 'nordic.yaml');
    Object.assign(process.env, { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' });
    writeFileSync(file, aSheet());
    await hub('shop', 'apply', file);
    const shop = await database.db.shop.findUniqueOrThrow({ where: { slug: 'nordic-outdoor' } });
    await aShippingOrder(database.db, { shippingShop: shop, state: 'planned' });
    const capabilities = { products: 'live', inventory: 'live', orders: 'off', cancellation: 'off' };
    writeFileSync(file, aSheet({ capabilities: { ...capabilities, returns: 'off' } }));

    await expect(hub('shop', 'apply', file)).rejects.toThrow(/capabilities\.orders: cannot become off/);
    const { out } = await hub('shop', 'apply', file, '--overrule', 'it closed', '--as', 'ada', '--json');

    expect(JSON.parse(out)).toMatchObject({ result: 'changed', overruled: [expect.any(String)] });
    expect(await database.db.supportAction.findMany()).toMatchObject([
      {
        actor: 'cli:ada',
        action: 'shop.overrule',
        subject: 'shop:nordic-outdoor',
        detail: { note: 'it closed' },
      },
    ]);
    expect(await database.db.alert.count({ where: { kind: 'shop_switched_off' } })).toBe(1);
  });
});

describe('hub order unplaced, hub shop reroute (D18, D19)', () => {
  it('what stands at a held store is listed, and goes elsewhere in one act', async () => {
    const shop = await aShop(database.db, { slug: 'fjord' });
    const order = await aShippingOrder(database.db, {
      shippingShop: shop,
      state: 'planned',
      storeOrderId: null,
    });
    await expect(hub('shop', 'reroute', 'fjord')).rejects.toThrow('its orders can be placed');
    await database.db.shop.update({ where: { id: shop.id }, data: { ordersHeldSince: new Date() } });

    const listed = await hub('order', 'unplaced', '--at', 'fjord', '--json');
    expect(JSON.parse(listed.out)).toMatchObject([
      { order_id: order.orderId, situation: 'placing', shipping_shop: 'fjord', overdue: false },
    ]);
    expect((await hub('shop', 'reroute', 'fjord')).out).toContain('would go to other shops');
    const done = await hub('shop', 'reroute', 'fjord', '--yes', '--json');
    expect(JSON.parse(done.out)).toMatchObject({ carried_out: true, rerouted: [order.reference], kept: [] });
    expect((await hub('order', 'unplaced', '--at', 'fjord', '--json')).out.trim()).toBe('[]');
  });
});

describe('hub events list', () => {
  it.each(['abc', '0', '1.5'])('--limit %s is wrong use, and says so', async (limit) => {
    await expect(hub('events', 'list', 'nordic', '--limit', limit)).rejects.toThrow(
      new CommandFailure(['--limit: a whole number from 1 on'], 2),
    );
  });
});
