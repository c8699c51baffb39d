import { writeFileSync } from 'node:fs';
import {
  aSheet,
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
  temporaryFolder,
} from '@hub/testing';
import { createLogger } from '@hub/runtime';
import { createShopDirectory, databaseTime, waitUntilInForce } from '@hub/shops';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addEventsCommand } from '../src/commands/events';
import { addOrderCommand } from '../src/commands/order';
import { addShopCommand } from '../src/commands/shop';
import { CommandFailure } from '../src/failure';
import { runHub } from './run-hub';

const given = { ...process.env };
const folder = temporaryFolder('sheet');
afterAll(() => folder.remove());

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
/** The command does not wait for services without the change. */
const impatientHub = (...words: string[]) => runHub([(program) => addShopCommand(program, 0)], words);

describe('hub shop show (D27)', () => {
  it('as JSON: lists are lists, and missing values are null', async () => {
    const { out } = await hub('shop', 'show', 'nordic', '--json');
    expect(JSON.parse(out)).toMatchObject({
      shop: 'nordic',
      locations: [expect.any(String)],
      destination_countries: expect.arrayContaining([expect.any(String)]),
      signing_secrets: [{ verify_until: null }],
      door_token_set_at: null,
      calls_held_since: null,
    });
  });

  it('for people: a line each, lists with commas', async () => {
    const { out } = await hub('shop', 'show', 'nordic');
    expect(out).toMatch(/^signing secrets +indefinitely$/m);
    expect(out).toMatch(/^calls to its store are suspended since$/m);
  });
});

describe('hub shop apply (D25)', () => {
  it('refuses to switch a shop off with work open; a lead overrules with a reason, which is recorded', async () => {
    const file = folder.file('nordic.yaml');
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
    expect(await database.db.supportAction.findMany({ where: { action: 'shop.overrule' } })).toMatchObject([
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
  it('what a held store has is listed, and goes elsewhere in one action', async () => {
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
    expect((await hub('shop', 'reroute', 'fjord')).out).toContain(
      'to other shops: 1 shipping order, if you do it with --yes',
    );
    const done = await hub('shop', 'reroute', 'fjord', '--yes', '--json');
    expect(JSON.parse(done.out)).toMatchObject({ carried_out: true, rerouted: [order.reference], kept: [] });
    expect((await hub('order', 'unplaced', '--at', 'fjord', '--json')).out.trim()).toBe('[]');
  });
});

describe('D25: hub shop apply says when a sheet is in force; hub shop history what was applied', () => {
  let file: string;
  beforeEach(() => {
    file = folder.file('nordic.yaml');
    Object.assign(process.env, { NORDIC_BEARER_TOKEN: 'bearer-1', NORDIC_SIGNING_SECRET: 'signing-1' });
    writeFileSync(file, aSheet());
  });

  /** A process as its heartbeat shows it: it read the shops this long ago, and reported then or now. */
  async function aProcess(service: string, ago: { readMs: number; seenMs: number }): Promise<void> {
    await database.db.processHeartbeat.create({
      data: {
        process: service,
        service,
        shopsRevision: 1n,
        unreadableShops: [],
        readAt: new Date(Date.now() - ago.readMs),
        seenAt: new Date(Date.now() - ago.seenMs),
      },
    });
  }

  it('waits for every running service, and exits 0', async () => {
    const logger = createLogger({ service: 'test', level: 'error' });
    const directory = createShopDirectory({
      db: database.db,
      encryptionKey: TEST_ENCRYPTION_KEY,
      service: 'routing',
      logger,
    });
    await directory.start();
    await aProcess('killed', { readMs: 60_000, seenMs: 10_500 });
    const { out } = await hub('shop', 'apply', file, '--json');
    expect(directory.bySlug('nordic-outdoor')).not.toBeNull();
    expect(JSON.parse(out)).toMatchObject({ result: 'new', in_force: true, not_in_force_in: [] });
    expect(process.exitCode).toBeUndefined();
    await directory.stop();
    expect(await database.db.processHeartbeat.count({ where: { service: 'routing' } })).toBe(0);
  });

  it('exits 3 where a running service does not load it, and names it', async () => {
    await aProcess('inventory', { readMs: 60_000, seenMs: -60_000 });
    const since = await databaseTime(database.db);
    expect(await waitUntilInForce(database.db, { slug: 'nordic', since }, 0)).toEqual(['inventory']);
    const { out } = await impatientHub('shop', 'apply', file, '--json');
    expect(JSON.parse(out)).toMatchObject({ in_force: false, not_in_force_in: ['inventory'] });
    expect(process.exitCode).toBe(3);
  });

  it('records who applied what, without a secret; a sheet that changes nothing is no version', async () => {
    await hub('shop', 'apply', file, '--as', 'ada');
    await hub('shop', 'apply', file, '--as', 'bo');
    Object.assign(process.env, { NORDIC_BEARER_TOKEN: 'bearer-2' });
    writeFileSync(file, aSheet({ name: 'Nordic' }));
    await hub('shop', 'apply', file, '--as', 'cleo');

    const { out } = await hub('shop', 'history', 'nordic-outdoor', '--json');
    expect(JSON.parse(out)).toEqual([
      {
        applied_at: expect.any(String),
        applied_by: 'cli:cleo',
        first: false,
        changes: [
          { field: 'name', from: 'Nordic Outdoor', to: 'Nordic' },
          { field: 'bearer_token', secret: true },
        ],
      },
      { applied_at: expect.any(String), applied_by: 'cli:ada', first: true, changes: [] },
    ]);
    expect((await hub('shop', 'history', 'nordic-outdoor')).out).toContain('name: Nordic Outdoor → Nordic');
    expect(await database.db.supportAction.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { actor: 'cli:ada', action: 'shop.apply', detail: { result: 'new' } },
      {
        actor: 'cli:cleo',
        action: 'shop.apply',
        changes: [
          { field: 'name', before: 'Nordic Outdoor', after: 'Nordic' },
          { field: 'bearer_token', changed: true },
        ],
      },
    ]);
  });
});

describe('hub events list', () => {
  it.each(['abc', '0', '1.5'])('--limit %s is wrong use, and says so', async (limit) => {
    await expect(hub('events', 'list', 'nordic', '--limit', limit)).rejects.toThrow(
      new CommandFailure(['--limit: a whole number from 1 on'], 2),
    );
  });
});
