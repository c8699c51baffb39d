import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@hub/database';
import {
  aHold,
  anEnvelope,
  anOrder,
  aShippingOrder,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addAuditCommand } from '../src/commands/audit';
import { addDeadCommand } from '../src/commands/dead';
import { addOrderCommand } from '../src/commands/order';
import { addShopCommand } from '../src/commands/shop';
import { addStockCommand } from '../src/commands/stock';
import { runHub } from './run-hub';

const given = { ...process.env };
const ADDRESS = { name: 'Ada', address_line1: 'Storgatan 1', zip: '1', city: 'Lund', country_code: 'SE' };

let database: TestDatabase;
let db: Database;
let folder: string;
let order: StoredShippingOrder;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
  const [sellingShop, shippingShop] = [
    await aShop(db, { slug: 'selling' }),
    await aShop(db, { slug: 'nordic' }),
  ];
  const shops = { sellingShop, shippingShop };
  order = await aShippingOrder(db, { ...shops, orderId: '1001', state: 'sending', storeOrderId: null });
  await db.sellerOrder.update({ where: { id: order.sellerOrderId }, data: { shipTo: ADDRESS } });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
  await database.drop();
}, 60_000);

const COMMANDS = [addAuditCommand, addDeadCommand, addOrderCommand, addShopCommand, addStockCommand];
const hub = (...words: string[]) => runHub(COMMANDS, words);
const json = async (...words: string[]): Promise<unknown> => JSON.parse((await hub(...words, '--json')).out);
const aFile = (content: unknown): string => {
  const path = join(folder, `${randomUUID()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('hub order', () => {
  it('find: by one of our references', async () => {
    expect(await json('order', 'find', order.reference)).toMatchObject([
      { id: order.sellerOrderId, shop: 'selling', order_id: '1001', state: 'accepted' },
    ]);
    expect((await hub('order', 'find', '1001')).out).toContain('1001');
  });

  it('show: the order in the field names of the contract', async () => {
    expect(await json('order', 'show', '1001', '--shop', 'selling')).toMatchObject({
      shop: 'selling',
      order_id: '1001',
      shipping_orders: [{ shop: 'nordic', external_ref: order.reference, state: 'sending' }],
    });
  });

  it("settle: what may have reached the store, only by the shop's own statement", async () => {
    await expect(hub('order', 'reroute', order.reference, '--yes')).rejects.toThrow(
      /until the shop says whether it has it/,
    );
    const settle = (...words: string[]) => hub('order', 'settle', order.reference, ...words);
    await expect(settle()).rejects.toThrow('say one of');
    await expect(settle('--has', 'SO-1', '--has-not')).rejects.toThrow('say one of');
    await expect(settle('--has', ' ')).rejects.toThrow('--has: an id');
    await expect(settle('--stopped', '--note', 'Bo, by phone')).rejects.toThrow(
      'no stop of it was requested',
    );
    const words = ['--has-not', '--note', 'Bo, by phone', '--as', 'ada'];
    expect(await json('order', 'settle', order.reference, ...words)).toEqual({
      external_ref: order.reference,
      settled: 'has_not',
      shop: 'nordic',
    });
    await expect(settle('--has', 'SO-1', '--note', 'Bo, by phone')).rejects.toThrow(
      'it is stopped, so that is known',
    );
    await expect(hub('order', 'settle', 'hub-none', '--has-not', '--note', 'Bo')).rejects.toThrow(
      'no shipping order has',
    );
    expect(await json('audit', '--subject', `order:${order.sellerOrderId}`)).toMatchObject([
      { actor: 'cli:ada', action: 'order.settle_has_not', detail: { note: 'Bo, by phone' } },
    ]);
  });

  it('correct-address: from a file, every fault named, refused once it may have been sent', async () => {
    const corrected = aFile({ ...ADDRESS, zip: '2' });
    const correct = (file: string) => hub('order', 'correct-address', '1001', '--address', file, '--json');
    await expect(correct(corrected)).rejects.toThrow('it was sent to a shop already, or may have been');
    await db.shippingOrder.updateMany({ data: { state: 'stopped' } });
    await expect(correct(aFile({ ...ADDRESS, zip: null }))).rejects.toThrow('zip: is required');
    await expect(correct(aFile('{'))).rejects.toThrow('the file holds no JSON');
    expect(JSON.parse((await correct(corrected)).out)).toEqual({
      order: '1001',
      changed: ['zip'],
      rebuilt: 0,
    });
  });

  it('end-hold, release-return and close-return', async () => {
    await expect(hub('order', 'end-hold', '1001')).rejects.toThrow(
      'The hold has not ended: the order is not held.',
    );
    await db.sellerOrder.updateMany({ data: { state: 'held', heldReason: 'orders_draining' } });
    expect(await json('order', 'end-hold', '1001', '--note', 'agreed')).toEqual({
      order: '1001',
      ended: 'orders_draining',
    });
    await expect(hub('order', 'release-return', '1001')).rejects.toThrow('no return of this order waits');
    const id = randomUUID();
    const { sellerOrderId, shopId } = order;
    await db.return.create({
      data: { id, side: 'shipping', shopId, eventId: id, sellerOrderId, state: 'waiting', correlation: 'C' },
    });
    expect(await json('order', 'release-return', '1001')).toEqual({ released: [id], refused: [] });
    await db.return.updateMany({ data: { state: 'waiting' } });
    expect(await json('order', 'close-return', '1001', '--return', id)).toEqual({
      closed: [id],
      refused: [],
    });
    expect(await db.return.findUnique({ where: { id } })).toMatchObject({ state: 'recorded' });
    expect(await json('audit', '--limit', '3')).toMatchObject([
      { action: 'return.close' },
      { action: 'return.release' },
      { action: 'order.end_hold', detail: { note: 'agreed' } },
    ]);
  });
});

describe('D13: returns of an order that wait', () => {
  const aReturn = async ({ sellerOrderId, shopId }: StoredShippingOrder): Promise<string> => {
    const id = randomUUID();
    const goods = { side: 'shipping', state: 'waiting', correlation: 'C' } as const;
    await db.return.create({ data: { id, ...goods, shopId, eventId: id, sellerOrderId } });
    return id;
  };
  const stateOf = async (id: string) => (await db.return.findUniqueOrThrow({ where: { id } })).state;

  it.each(['release-return', 'close-return'])('%s: a return of another order stays', async (act) => {
    await aReturn(order);
    const other = await aReturn(await aShippingOrder(db, { orderId: '1002' }));
    await expect(hub('order', act, '1001', '--return', other)).rejects.toThrow('is no return of this order');
    expect(await stateOf(other)).toBe('waiting');
  });

  it('says of several what was done and what was refused', async () => {
    const [first, second] = [await aReturn(order), await aReturn(order)];
    // An agent closes the second at the desk while the first is closed here.
    await db.$executeRaw`
      CREATE FUNCTION close_another() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE "return" SET state = 'recorded' WHERE id <> NEW.id AND state = 'waiting'; RETURN NEW; END $$`;
    await db.$executeRaw`
      CREATE TRIGGER close_another AFTER UPDATE ON "return" FOR EACH ROW
      WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION close_another()`;
    const { out, exitCode } = await hub('order', 'close-return', '1001', '--json');
    const { closed, refused } = JSON.parse(out);
    expect(refused).toEqual([
      { return_id: expect.any(String), says: expect.stringContaining('does not wait for support') },
    ]);
    expect([...closed, refused[0].return_id].toSorted()).toEqual([first, second].toSorted());
    expect(exitCode).toBe(1);
    await expect(hub('order', 'close-return', '1001', '--return', first)).rejects.toThrow('does not wait');
  });
});

it('hub stock blocks, lift-block', async () => {
  const [line] = order.lines;
  await db.reservation.updateMany({ data: { kind: 'block' } });
  const variant = line?.variantId ?? '';
  expect(await json('stock', 'blocks')).toMatchObject([{ shop: 'nordic', variant_id: variant, pieces: 1 }]);
  expect(await json('stock', 'lift-block', 'nordic', variant)).toMatchObject({ pieces: 1 });
  await expect(hub('stock', 'lift-block', 'nordic', variant)).rejects.toThrow('no stock of this variant');
});

it('hub shop health: all, or one; an unknown one is reported', async () => {
  expect(await json('shop', 'health')).toMatchObject([{ shop: 'nordic' }, { shop: 'selling' }]);
  expect(await json('shop', 'health', 'nordic')).toMatchObject([
    { shop: 'nordic', calls_held: null, circuit: { state: 'closed' }, last_hour: { calls: 0 } },
  ]);
  expect((await hub('shop', 'health')).out).toMatch(/nordic +nordic +healthy +live/);
  await expect(hub('shop', 'health', 'nobody')).rejects.toThrow('no shop "nobody"');
});

it('hub dead edit: from a file; shown with the failed message; reverted', async () => {
  const event = anEnvelope('order.created', anOrder());
  const shop = await db.shop.findUniqueOrThrow({ where: { slug: 'selling' } });
  const id = randomUUID();
  await db.deadLetter.create({
    data: {
      id,
      origin: 'routing.order.created',
      identity: `${shop.id}:${event.event_id}`,
      type: 'order.created',
      shopId: shop.id,
      body: new Uint8Array(Buffer.from(JSON.stringify(event))),
      headers: {},
      reason: 'TypeError',
      attempts: 1,
      firstFailedAt: new Date(),
      lastFailedAt: new Date(),
    },
  });
  const edit = (...words: string[]) => hub('dead', 'edit', id, ...words);
  await expect(edit()).rejects.toThrow('--body <file> or --revert');
  await expect(edit('--body', aFile({ ...event, data: {} }))).rejects.toThrow('data.order_id');
  const repaired = aFile({ ...event, data: { ...event.data, shipping_cost: 9 } });
  expect(JSON.parse((await edit('--body', repaired, '--json')).out)).toMatchObject({
    changed: ['data.shipping_cost'],
  });
  expect(await json('dead', 'show', id)).toMatchObject({
    editable: { yes: true },
    edit: { changed: ['data.shipping_cost'], body: { data: { shipping_cost: 9 } } },
    body: { data: { shipping_cost: 0 } },
  });
  expect((await hub('dead', 'show', id)).out).toContain('edited by');
  expect((await edit('--revert')).out).toContain('sends the original body');
});

describe('hub order show', () => {
  it('D18: of a dry run shows the request as it was built, personal data masked', async () => {
    const payload = { external_ref: order.reference, tag: 'hub_ship', ship_to: ADDRESS };
    await db.shippingOrder.updateMany({ data: { state: 'dry_run', payload } });
    const { out } = await hub('order', 'show', order.orderId, '--json');
    expect(JSON.parse(out)).toMatchObject({
      shipping_orders: [
        { state: 'dry_run', request: { tag: 'hub_ship', ship_to: { name: '•••', country_code: 'SE' } } },
      ],
    });
    const plain = await hub('order', 'show', order.orderId);
    expect(plain.out).toMatch(/what would have been sent \(masked\):[\s\S]*"tag": "hub_ship"/);
    expect(plain.out).not.toContain('Storgatan');
  });
});

describe('each action of the desk has its command', () => {
  it('hub shop resume ends a hold; locally, the audit names the shell’s user', async () => {
    await expect(hub('shop', 'resume', 'nordic')).rejects.toThrow('calls to this store are not suspended');
    const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { slug: 'nordic' } });
    await aHold(db, { shopId });
    const words = ['shop', 'resume', 'nordic', '--as', 'ada'];
    expect((await hub(...words, '--dry-run')).out).toBe(
      'tried, without effect: Calls to its store are resumed.\n',
    );
    expect(await json(...words)).toEqual({ shop: 'nordic', resumed: true });
    expect(await json('audit')).toMatchObject([
      {
        actor: 'cli:ada',
        action: 'store.resume_calls',
        detail: { by: 'command line, past the desk', os_user: expect.any(String) },
      },
    ]);
  });

  it('hub shop pause and unpause; of a faulty time it names the field', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const pause = (end: string) => json('shop', 'pause', 'nordic', '--until', end, '--reason', 'stocktaking');
    await expect(pause('tomorrow')).rejects.toThrow('until: the end must be a time in UTC');
    expect(await pause(until)).toEqual({ shop: 'nordic', paused_until: until });
    expect(await json('shop', 'show', 'nordic')).toMatchObject({ paused_until: until });
    expect((await hub('shop', 'unpause', 'nordic')).out).toMatch(/^The pause of .* is ended\.\n$/);
    await expect(hub('shop', 'unpause', 'nordic')).rejects.toThrow('shipping is not paused');
  });

  it('hub order ask-again allows a shop that the line was not to go to any more', async () => {
    const { lineItemId } = await db.orderLine.findFirstOrThrow();
    const again = (...words: string[]) => hub('order', 'ask-again', '1001', ...words);
    await expect(again('none', '--ask', 'nordic')).rejects.toThrow('The order has no line none');
    await expect(again(lineItemId, '--ask', 'nordic')).rejects.toThrow('is not asked again');
    const { id } = await db.shop.findUniqueOrThrow({ where: { slug: 'nordic' } });
    await db.orderLine.updateMany({
      data: { state: 'waiting', waitingReason: 'no_candidate', excludedShops: [id] },
    });
    expect((await again(lineItemId, '--ask', 'nordic')).out).toContain('nordic may have line');
  });

  it('hub shop apply names the missing file', async () => {
    await expect(hub('shop', 'apply', '/nowhere/sheet.yaml')).rejects.toThrow('no file /nowhere/sheet.yaml');
  });
});
