import { writeFileSync } from 'node:fs';
import {
  aConfirmation,
  ALL_OFF,
  aRehearsal,
  aSheet,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
  temporaryFolder,
} from '@hub/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addGoliveCommand } from '../src/commands/golive';
import { addShopCommand } from '../src/commands/shop';
import { runHub } from './run-hub';

const SHOP = 'nordic-outdoor';
const given = { ...process.env };
const folder = temporaryFolder('golive');
const file = folder.file('nordic.yaml');
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    HUB_ENVIRONMENT: 'test',
    NORDIC_BEARER_TOKEN: 'bearer-1',
    NORDIC_SIGNING_SECRET: 'signing-1',
  });
  await database.db.installation.updateMany({ data: { environment: 'test' } });
});
afterAll(() => folder.remove());
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
});

const hub = (...words: string[]) =>
  runHub([(program) => addShopCommand(program, 0), addGoliveCommand], words);

function apply(capabilities: Record<string, string>, overrides: Record<string, unknown> = {}) {
  writeFileSync(file, aSheet({ ...overrides, capabilities: { ...ALL_OFF, ...capabilities } }));
  return hub('shop', 'apply', file, '--as', 'ada', '--json');
}

const confirmedByStore = (capability: 'products' | 'inventory') =>
  aConfirmation(database.db, { shop: SHOP, capability, side: 'store', link: 'printed' });

describe('hub shop apply (D32)', () => {
  it('refuses live without the record and names what is missing, also for a first sheet', async () => {
    await expect(apply({ products: 'live', inventory: 'live' })).rejects.toThrow(
      'capabilities.products: was not rehearsed\ncapabilities.inventory: was not rehearsed',
    );
    expect(await database.db.shop.count()).toBe(0);

    await apply({});
    expect(await database.db.shop.findFirst()).toMatchObject({ trialTraffic: true });
    await aRehearsal(database.db, { shop: SHOP, capabilities: ['products'] });
    await expect(apply({ products: 'live' })).rejects.toThrow(
      'capabilities.products: is not confirmed by the store\ncapabilities.products: is not confirmed by the operator',
    );
  });

  it('allows live for what both confirmed, then again after off; a lead cannot overrule what is missing', async () => {
    await apply({});
    await aRehearsal(database.db, { shop: SHOP, capabilities: ['products'] });
    await hub('golive', SHOP, 'confirm', 'products', '--as', 'ada', '--words', 'it passed');
    await confirmedByStore('products');
    const { out } = await apply({ products: 'live' });
    expect(JSON.parse(out)).toMatchObject({ result: 'changed' });
    await apply({});
    expect(JSON.parse((await apply({ products: 'live' })).out)).toMatchObject({ result: 'changed' });

    await apply({});
    const moved = { store_api_root: 'https://moved.example/api' };
    await expect(apply({ products: 'live' }, moved)).rejects.toThrow(
      'another store_api_root: rehearse it again',
    );
    writeFileSync(file, aSheet({ capabilities: { ...ALL_OFF, products: 'live', inventory: 'live' } }));
    await expect(hub('shop', 'apply', file, '--overrule', 'in a hurry')).rejects.toThrow(
      'capabilities.inventory: was not rehearsed',
    );
  });

  it('does not allow draining without going live, nor dry_run beyond the order of capabilities', async () => {
    const live = { products: 'live', inventory: 'live' };
    await database.db.installation.updateMany({ data: { environment: 'development' } });
    process.env['HUB_ENVIRONMENT'] = 'development';
    await apply(live);
    await database.db.installation.updateMany({ data: { environment: 'test' } });
    process.env['HUB_ENVIRONMENT'] = 'test';
    expect(JSON.parse((await apply({ ...live, orders: 'dry_run' })).out)).toMatchObject({
      result: 'changed',
    });
    await expect(apply({ ...live, orders: 'draining' })).rejects.toThrow(
      'capabilities.orders: was not rehearsed',
    );
    expect(JSON.parse((await hub('golive', SHOP, '--json')).out)).toMatchObject({
      capabilities: expect.arrayContaining([
        expect.objectContaining({
          capability: 'products',
          state: 'live',
          flags: ['is live without a record'],
        }),
      ]),
    });
  });

  it('is audited with what changed, and never a secret or a contact', async () => {
    await apply({});
    process.env['NORDIC_BEARER_TOKEN'] = 'bearer-2';
    await apply({}, { name: 'Nordic', contacts: { technical: 'bo@shop.example' } });
    const trail = await database.db.supportAction.findMany({
      where: { action: 'shop.apply' },
      orderBy: { id: 'asc' },
    });
    expect(trail[1]).toMatchObject({
      actor: 'cli:ada',
      changes: [
        { field: 'name', before: 'Nordic Outdoor', after: 'Nordic' },
        { field: 'contacts', changed: true },
        { field: 'bearer_token', changed: true },
      ],
    });
    expect(JSON.stringify(trail.map(({ detail, changes }) => [detail, changes]))).not.toMatch(/bearer-|bo@/);
  });
});

describe('hub golive <slug> (D32)', () => {
  it('shows what is rehearsed, confirmed and missing', async () => {
    await apply({});
    await aRehearsal(database.db, { shop: SHOP, capabilities: ['products'], result: 'failed' });
    const { out } = await hub('golive', SHOP);
    expect(out).toContain('nordic-outdoor in test');
    expect(out).toContain('products check products.check failed: products keep the contract');
    expect(out).toContain('inventory was not rehearsed');
    expect(out).toContain('test is not signed off');
    expect(JSON.parse((await hub('golive', SHOP, 'show', '--json')).out)).toMatchObject({
      shop: SHOP,
      environment: 'test',
      signed_off: null,
      capabilities: [
        { capability: 'products', state: 'failed', rehearsal: { open: [{ id: 'products.check' }] } },
        {},
        {},
        {},
        {},
      ],
    });
  });

  it('confirm: says why not, and how it is used', async () => {
    await apply({});
    const words = ['--as', 'ada', '--words', 'it passed'];
    await expect(hub('golive', SHOP, 'confirm', 'products', ...words)).rejects.toThrow(
      'It is not on record: there is no rehearsal to confirm.',
    );
    await expect(hub('golive', SHOP, 'confirm', 'prod', ...words)).rejects.toThrow(
      'name the capability: one of',
    );
    await expect(hub('golive', SHOP, 'confirm', 'products')).rejects.toThrow(
      'a confirmation needs --words <text>',
    );
    await expect(
      hub('golive', SHOP, 'confirm', 'products', '--words', 'it passed', '--local'),
    ).rejects.toThrow('name who acts: --as <name>');
    await expect(hub('golive', 'nowhere')).rejects.toThrow('no shop "nowhere"');
  });
});
