import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { inTransaction, rows } from '@hub/database';
import { COMMANDS, enqueueEach } from '@hub/messaging';
import { Running } from '@hub/test-world';
import { aGtin, aShop, eventually } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { subscriptions } from '../src/subscriptions';
import { StockWorld } from './stock-world';

const VersionsRow = z.object({ versions: z.string() });

/** D16, counted at the stores: the cost of an order that takes a piece of an article shared by a hundred shops. */

const [SHOPS, ARTICLES, PIECES, ORDERS] = [100, 2, 1_000, 200];
let stock: StockWorld;
let stores: Server;
const ALL_OTHERS = (SHOPS - 1) * PIECES;
const BUSY = { timeoutMs: 60_000 };
/** What the stores show, by shop and variant, and how often they were written to. */
const shown = new Map<string, number>();
let calls = 0;

beforeAll(async () => {
  stock = await StockWorld.open();
  stores = createServer((request, response) => {
    void json(request).then((body) => {
      const write = body as { variant_id: string; location_id: string; quantity: number };
      calls += 1;
      shown.set(`${request.url?.split('/')[1]} ${write.variant_id}`, write.quantity);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, ...write }));
    });
  });
  await new Promise<void>((resolve) => {
    stores.listen(0, '127.0.0.1', resolve);
  });
  await seed(`http://127.0.0.1:${(stores.address() as AddressInfo).port}`);
  const running = await Running.of(stock);
  const config = { ...running.config, STORE_TIMEOUT_MS: 30_000, SYNC_INTERVAL_MS: 3_600_000 };
  await running.worker(config, subscriptions);
}, 60_000);

afterAll(async () => {
  await stock.close();
  stores.closeAllConnections();
  await new Promise((resolve) => {
    stores.close(resolve);
  });
}, 60_000);

async function seed(root: string): Promise<void> {
  for (let number = 1; number <= SHOPS; number += 1)
    await aShop(stock.db, { slug: `shop-${number}`, storeApiRoot: `${root}/shop-${number}` });
  const shops = await stock.db.shop.findMany({ select: { id: true } });
  await stock.db.variant.createMany({
    data: shops.flatMap(({ id: shopId }) =>
      Array.from({ length: ARTICLES }, (_, index) => ({
        shopId,
        variantId: `V-${index}`,
        productId: 'P-1',
        size: 'One size',
        gtin: aGtin(index),
        onHand: PIECES,
      })),
    ),
  });
  await stock.db.$executeRaw`
    INSERT INTO network_quantity (shop_id, variant_id, wanted, written, reported, state)
    SELECT shop_id, variant_id, ${ALL_OTHERS}, ${ALL_OTHERS}, ${ALL_OTHERS}, 'in_step' FROM variant`;
}

/** As routing does with each order: reserves a piece of one shop, and reports to inventory how many are taken. */
async function order(number: number): Promise<void> {
  const gtin = aGtin(number % ARTICLES);
  await inTransaction(stock.db, async (tx) => {
    await tx.$executeRaw`
      UPDATE variant SET committed = committed + 1
      WHERE gtin = ${gtin}::bpchar AND shop_id = (SELECT min(id) + ${number % 3} FROM shop)`;
    await enqueueEach(tx, COMMANDS.recalculateArticle, [
      { payload: { gtin, fallen: 1 }, correlation: `order-${number}` },
    ]);
  });
}

/** The row version of each quantity. */
async function versions(): Promise<string> {
  const [row] = await rows(
    VersionsRow,
    stock.db.$queryRaw`
    SELECT md5(string_agg(xmin::text, ',' ORDER BY shop_id, variant_id)) AS versions FROM network_quantity`,
  );
  return row?.versions ?? '';
}

it('D16: with 100 shops sharing an article, an order is at most 3 PUT /inventory, and no row is rewritten for it', async () => {
  const messages = Array.from({ length: ARTICLES }, (_, index) => ({
    payload: { gtin: aGtin(index) },
    correlation: 'C-1',
  }));
  await inTransaction(stock.db, (tx) => enqueueEach(tx, COMMANDS.recalculateArticle, messages));
  await eventually(async () =>
    expect((await stock.db.articleCalculation.findMany()).map(({ spare }) => Number(spare))).toEqual(
      messages.map(() => ALL_OTHERS / 10),
    ),
  );
  const before = await versions();

  for (let number = 0; number < ORDERS; number += 1) await order(number);
  await eventually(async () => {
    const articles = await stock.db.articleCalculation.findMany();
    // A message that is handled twice is counted twice: too soon, never too late.
    for (const { spare } of articles)
      expect(Number(spare)).toBeLessThanOrEqual(ALL_OTHERS / 10 - ORDERS / ARTICLES);
  }, BUSY);
  expect(calls).toBe(0);
  expect(await versions()).toBe(before);

  // Their time in the sync cycle comes.
  await stock.db.articleCalculation.updateMany({ data: { dueAt: new Date(0) } });
  await eventually(() => expect(shown.size).toBe(SHOPS * ARTICLES), BUSY);
  expect(calls / ORDERS).toBeLessThanOrEqual(3);
  expect(calls).toBe(SHOPS * ARTICLES);
  // A shop that shipped nothing shows all pieces less the shipped ones; one that did, what the others have.
  const taken = ORDERS / ARTICLES;
  for (const quantity of shown.values()) expect(quantity).toBeLessThan(ALL_OTHERS);
  expect(shown.get('shop-100 V-0')).toBe(ALL_OTHERS - taken);
}, 120_000);
