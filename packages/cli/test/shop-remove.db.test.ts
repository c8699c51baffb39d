import { writeFileSync } from 'node:fs';
import { inTransaction, keepShopSheets, rows } from '@hub/database';
import { createLogger } from '@hub/runtime';
import { beginPause, createShopDirectory, type ShopDirectory } from '@hub/shops';
import { decideLinks } from '@hub/desk/links';
import {
  ALL_OFF,
  aGtin,
  aLinkProposal,
  aSheet,
  aShippingOrder,
  aShop,
  aVariant,
  createTestDatabase,
  eventually,
  temporaryFolder,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { addOrderCommand } from '../src/commands/order';
import { addSettlementCommand } from '../src/commands/settlement';
import { addShopCommand } from '../src/commands/shop';
import { runHub } from './run-hub';

const WaitingRow = z.object({ waiting: z.int() });

const LIVE = { products: 'live', inventory: 'live', orders: 'live', cancellation: 'off', returns: 'off' };
const GTIN = aGtin(7);
const given = { ...process.env };
const lead = () => ({ db: database.db, actor: 'lead:eva', role: 'lead', now: Date.now() }) as const;

let database: TestDatabase;
let shop: { id: number };
let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let directory: ShopDirectory;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    NORDIC_BEARER_TOKEN: 'bearer-1',
    NORDIC_SIGNING_SECRET: 'signing-1',
  });
  folder = temporaryFolder('sheet');
  file = folder.file('nordic.yaml');
  writeFileSync(file, aSheet({ capabilities: ALL_OFF }));
  await hub('shop', 'apply', file);
  shop = await database.db.shop.findUniqueOrThrow({ where: { slug: 'nordic-outdoor' } });
  const logger = createLogger({ service: 'test', level: 'error' });
  directory = createShopDirectory({ db: database.db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  folder.remove();
  await database.drop();
}, 60_000);

const hub = (...words: string[]) =>
  runHub([(program) => addShopCommand(program, 300), addOrderCommand, addSettlementCommand], words);
const remove = (...options: string[]) => hub('shop', 'remove', 'nordic-outdoor', ...options);
const stored = () => database.db.shop.findUniqueOrThrow({ where: { id: shop.id } });

/** Goods shipped long ago, whose payout is owed. */
async function aShippedOrder() {
  const order = await aShippingOrder(database.db, { shippingShop: shop });
  await database.db.shippingOrderLine.updateMany({ data: { packaged: 1 } });
  await database.db.orderLine.updateMany({ data: { state: 'shipped' } });
  return order;
}

describe('D25: hub shop remove', () => {
  it('refuses with all reasons at once: what is not off, and what is owed', async () => {
    const capabilities = { products: 'live', inventory: 'live', orders: 'live' } as const;
    await database.db.shop.update({ where: { id: shop.id }, data: capabilities });
    await aShippingOrder(database.db, { shippingShop: shop, state: 'planned' });
    await aShippingOrder(database.db, { sellingShop: shop });
    await aVariant(database.db, { shopId: shop.id, variantId: 'V-1', gtin: GTIN });
    await database.db.networkQuantity.create({
      data: { shopId: shop.id, variantId: 'V-1', target: 0, reported: 4 },
    });
    const lines = [
      'capabilities.products: is live, must be off',
      'capabilities.inventory: is live, must be off',
      'capabilities.orders: is live, must be off',
      'open: 1 shipping orders at the shop',
      'open: 1 paid network lines of its own orders',
      'open: 1 network quantities that its store still has to receive as 0',
    ].map((line) => `nordic-outdoor: ${line}`);
    for (const options of [[], ['--yes']])
      await expect(remove(...options)).rejects.toMatchObject({ lines, exitCode: 1 });
    expect((await stored()).removedAt).toBeNull();
  });

  it('ends its pauses (D38): a sheet that brings it back finds it not paused', async () => {
    const until = new Date(Date.now() + 86_400_000);
    const pause = { shopId: shop.id, side: 'shop', by: 'shop:x', reason: 'closed', until } as const;
    await inTransaction(database.db, (tx) => beginPause(tx, pause));
    await remove('--yes', '--as', 'ada');
    expect(await stored()).toMatchObject({ pausedUntil: null });
    expect(await database.db.shopPause.findMany()).toMatchObject([{ endedBy: 'cli:ada' }]);
  });

  it('without --yes says what would be done, and does nothing', async () => {
    await aVariant(database.db, { shopId: shop.id, variantId: 'V-1', gtin: GTIN });
    expect((await remove()).out).toContain('nordic-outdoor would be removed: 1 variant unlinked, 0 links');
    const answer = JSON.parse((await remove('--json')).out);
    expect(answer).toMatchObject({
      shop: 'nordic-outdoor',
      carried_out: false,
      unlinked_variants: 1,
      articles: 1,
    });
    expect((await stored()).removedAt).toBeNull();
    await expect(hub('shop', 'remove', 'nobody')).rejects.toThrow('no shop "nobody"');
  });

  it('unlinks its variants, erases its secrets, closes its door; others are recalculated', async () => {
    await directory.refresh();
    expect(directory.senderOf('nordic-outdoor', Date.now())).not.toBeNull();
    await aVariant(database.db, { shopId: shop.id, variantId: 'V-1', gtin: GTIN, onHand: 5 });
    await database.db.networkQuantity.create({
      data: { shopId: shop.id, variantId: 'V-1', target: 0, reported: 0, state: 'in_step' },
    });
    await database.db.outbox.deleteMany();

    const { out } = await remove('--yes', '--as', 'ada', '--json');

    expect(JSON.parse(out)).toMatchObject({ carried_out: true, unlinked_variants: 1, in_force: true });
    await directory.refresh();
    expect(directory.senderOf('nordic-outdoor', Date.now())).toBeNull();
    expect(directory.byId(shop.id)).toBeNull();
    expect(directory.all()).toEqual([]);
    const { bearerToken, removedAt } = await stored();
    expect([bearerToken.length, await database.db.shopSecret.count()]).toEqual([0, 0]);
    expect(removedAt).not.toBeNull();
    expect(await database.db.variant.findMany()).toMatchObject([{ variantId: 'V-1', gtin: null }]);
    expect(await database.db.networkQuantity.count()).toBe(0);
    expect(await database.db.outbox.findMany()).toMatchObject([{ type: 'network-quantity.recalculate' }]);
    const acts = await database.db.supportAction.findMany({ where: { action: 'shop.remove' } });
    expect(acts).toMatchObject([{ actor: 'cli:ada', subject: 'shop:nordic-outdoor' }]);
    // Erased secrets need no one's attention.
    expect(await database.db.alert.count()).toBe(0);
  });

  it('keeps its orders, money and history, and is listed as removed', async () => {
    const { orderId } = await aShippedOrder();
    await remove('--yes');
    const words = ['nordic-outdoor', '--from', '2020-01-01', '--to', '2030-01-01', '--json'];
    expect(JSON.parse((await hub('settlement', ...words)).out)).toBeTruthy();
    expect((await hub('order', 'show', orderId)).out).toContain(orderId);
    const [listed] = JSON.parse((await hub('shop', 'list', '--json')).out).filter(
      (entry: { shop: string }) => entry.shop === 'nordic-outdoor',
    );
    expect(listed).toMatchObject({ removed_at: expect.any(String) });
    expect((await hub('shop', 'list')).out).toMatch(/nordic-outdoor .*removed at/);
    const history = JSON.parse((await hub('shop', 'history', 'nordic-outdoor', '--json')).out);
    expect(history).toMatchObject([{ changes: [{ field: 'shop', to: 'removed' }] }, { first: true }]);
    await expect(remove('--yes')).rejects.toThrow('nordic-outdoor: it was removed at');
    await expect(hub('shop', 'check', 'nordic-outdoor')).rejects.toThrow('was removed');
  });

  it('a running catalogue run ends with it: it would link the variants again', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    await database.db.catalogueRun.create({ data: { id, shopId: shop.id, state: 'waiting' } });
    await remove('--yes');
    expect(await database.db.catalogueRun.findMany()).toMatchObject([
      { state: 'failed', failure: 'the shop was removed' },
    ]);
  });

  it('a sheet with its slug brings it back, with new secrets and another first catalogue run', async () => {
    await remove('--yes');
    Object.assign(process.env, { NORDIC_BEARER_TOKEN: 'bearer-2', NORDIC_SIGNING_SECRET: 'signing-2' });
    writeFileSync(file, aSheet({ capabilities: LIVE }));
    expect(JSON.parse((await hub('shop', 'apply', file, '--json')).out)).toMatchObject({ result: 'new' });
    await directory.refresh();
    expect(directory.senderOf('nordic-outdoor', Date.now())).toMatchObject({
      id: shop.id,
      secrets: ['signing-2'],
    });
    expect(directory.byId(shop.id)?.bearerTokens).toEqual(['bearer-2']);
    expect(await stored()).toMatchObject({ removedAt: null, firstCatalogueAt: null });
  });

  it('links made by people are undone on both sides, and can be confirmed again once it is back', async () => {
    const other = await aShop(database.db);
    const [own, theirs] = [
      await aVariant(database.db, { shopId: shop.id, gtin: null }),
      await aVariant(database.db, { shopId: other.id, gtin: null }),
    ];
    const id = await aLinkProposal(database.db, [
      { ...own, productId: `product-of-${own.variantId}` },
      { ...theirs, productId: `product-of-${theirs.variantId}` },
    ]);
    const confirm = async () => {
      const end = await decideLinks.act(lead(), { decision: 'confirm', proposals: [id] });
      return end.kind === 'done' ? end.answer[0] : end;
    };
    const articles = async () => {
      const found = await database.db.variant.findMany({ select: { gtin: true } });
      return found.map(({ gtin }) => gtin !== null);
    };
    const state = async () => (await database.db.linkProposal.findUniqueOrThrow({ where: { id } })).state;
    expect(await confirm()).toMatchObject({ state: 'confirmed' });
    expect(await articles()).toEqual([true, true]);
    await database.db.outbox.deleteMany();

    expect(JSON.parse((await remove('--yes', '--as', 'ada', '--json')).out)).toMatchObject({
      undone_links: 1,
    });
    expect(await articles()).toEqual([false, false]);
    expect([await state(), await database.db.articleLink.count()]).toEqual(['undone', 0]);
    expect((await database.db.outbox.findMany()).map(({ type, payload }) => [type, payload])).toContainEqual([
      'network-quantity.recalculate-shop',
      { shopId: other.id },
    ]);
    expect(
      await database.db.supportAction.findMany({ where: { action: 'link.decide', actor: 'cli:ada' } }),
    ).toMatchObject([{ subject: `link:${id}` }]);

    await hub('shop', 'apply', file);
    expect(await state()).toBe('open');
    expect(await confirm()).toMatchObject({ state: 'confirmed' });
    expect(await articles()).toEqual([true, true]);
  });

  it('a variant of another shop that a second link names, too, keeps its article by that one', async () => {
    const [other, third] = [await aShop(database.db), await aShop(database.db)];
    const [own, theirs, last] = [
      await aVariant(database.db, { shopId: shop.id, gtin: GTIN }),
      await aVariant(database.db, { shopId: other.id, gtin: null }),
      await aVariant(database.db, { shopId: third.id, gtin: null }),
    ];
    for (const pair of [
      [own, theirs],
      [theirs, last],
    ] as const) {
      const [one, two] = pair.map((variant) => ({
        ...variant,
        productId: `product-of-${variant.variantId}`,
      }));
      if (!one || !two) throw new Error('a pair has two variants');
      const id = await aLinkProposal(database.db, [one, two]);
      await decideLinks.act(lead(), { decision: 'confirm', proposals: [id] });
    }
    await remove('--yes');
    const left = await database.db.variant.findMany({ where: { gtin: GTIN }, orderBy: { shopId: 'asc' } });
    expect(left.map(({ shopId }) => shopId)).toEqual([other.id, third.id]);
    const links = await database.db.articleLink.findMany({ distinct: ['proposalId'] });
    expect(links).toHaveLength(1);
  });

  it('its signing secret is free for another shop', async () => {
    await remove('--yes');
    writeFileSync(file, aSheet({ shop_slug: 'heir' }));
    expect((await hub('shop', 'apply', file, '--json')).out).toContain('"new"');
  });

  it('a routing decision at the same moment: its shipping order is seen, and nothing is removed', async () => {
    await aShop(database.db, { slug: 'seller' });
    const removed = await inTransaction(database.db, async (tx) => {
      await keepShopSheets(tx, [shop.id]);
      const end = remove('--yes').then(
        () => 'removed',
        (error: Error) => error.message,
      );
      await eventually(async () => expect(await waitingForSheets()).toBe(1));
      await aShippingOrder(database.db, { shippingShop: shop, state: 'planned' });
      return { end };
    });
    expect(await removed.end).toBe('nordic-outdoor: open: 1 shipping orders at the shop');
    expect((await stored()).removedAt).toBeNull();
  });
});

async function waitingForSheets(): Promise<number> {
  const [locks] = await rows(
    WaitingRow,
    database.db.$queryRaw`
    SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return locks?.waiting ?? 0;
}
