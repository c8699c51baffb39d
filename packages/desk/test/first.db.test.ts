import { randomUUID } from 'node:crypto';
import { raiseAlert } from '@hub/alerts';
import { inTransaction, type Database } from '@hub/database';
import {
  aHold,
  aShippingOrder,
  aShop,
  createTestDatabase,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { firstList } from '../src/first/first-list';
import { sweepCases } from '../src/cases/sweep-cases';
import { aDeadLetter } from './stored-dead-letter';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000);

const ADA = {
  person: 'ada',
  role: 'agent',
  identity: { vouchedBy: 'accounts', person: 'ada' },
  actor: 'agent:ada',
} as const;

let database: TestDatabase;
let db: Database;
let selling: StoredShop;
let fjord: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  selling = await aShop(db, { slug: 'nordic', name: 'Nordic Outdoor' });
  fjord = await aShop(db, { slug: 'fjord', name: 'Fjord Sport' });
}, 60_000);
afterEach(() => database.drop(), 60_000);

const sweep = () => inTransaction(db, (tx) => sweepCases(tx, NOW));
const first = async (asked = {}) => {
  const looking = { db, ...ADA, now: NOW };
  const { rows } = await firstList.find(looking, firstList.ask(asked), { limit: 100 });
  return rows.map(({ json }) => json);
};

/** A paid line that its shop refused so many minutes ago. */
async function aRefused(orderNumber: string | null, minutes: number, unitPrice = 100) {
  const order = await aShippingOrder(db, {
    sellingShop: selling,
    shippingShop: fjord,
    state: 'refused',
    storeOrderId: null,
  });
  const { id, sellerOrderId } = order;
  await db.sellerOrder.update({
    where: { id: sellerOrderId },
    data: { orderNumber, receivedAt: ago(minutes) },
  });
  await db.orderLine.updateMany({ where: { sellerOrderId }, data: { unitPrice } });
  await db.shippingOrder.update({
    where: { id },
    data: { lastFailure: `the store answered 422 ${id}`, createdAt: ago(minutes) },
  });
  return order;
}

describe('what comes first', () => {
  it('is empty when nothing is open', async () => {
    expect(await first()).toEqual([]);
  });

  it('one entry for each cause, with the order by its own number, what is at stake, and by when', async () => {
    const { sellerOrderId } = await aRefused('#1053', 30);
    await sweep();
    expect(await first()).toMatchObject([
      {
        problem: 'Fjord Sport refused paid lines',
        shop: 'fjord',
        owner: null,
        orders: 1,
        first_order: { order: sellerOrderId, number: '#1053', shop: 'Nordic Outdoor' },
        amounts: { EUR: '100' },
        due: ago(-30).toISOString(),
      },
    ]);
  });

  it('broken promises by their order value, then running ones by their end, then what no order is about', async () => {
    await raiseAlert(db, {
      kind: 'catalogue_refused',
      subject: 'shop:fjord',
      shopId: fjord.id,
      message: 'No.',
    });
    await aRefused('#running-later', 10, 900);
    await aRefused('#running-sooner', 40, 10);
    await aRefused('#broken-small', 300, 20);
    await aRefused('#broken-large', 90, 500);
    await sweep();
    expect((await first()).map(({ first_order: order }) => order?.number ?? null)).toEqual([
      '#broken-large',
      '#broken-small',
      '#running-sooner',
      '#running-later',
      null,
    ]);
  });

  it('D23: all that waits for a store that answers 401 is one entry, which names the counts', async () => {
    await db.shop.update({
      where: { id: fjord.id },
      data: { callsHeldSince: ago(20), ordersHeldSince: ago(20) },
    });
    await aHold(db, { shopId: fjord.id, since: ago(20) });
    for (const number of ['#1', '#2'])
      await aShippingOrder(db, {
        sellingShop: selling,
        shippingShop: fjord,
        state: 'planned',
        storeOrderId: null,
      }).then(({ sellerOrderId }) =>
        db.sellerOrder.update({ where: { id: sellerOrderId }, data: { orderNumber: number } }),
      );
    const about = { shopId: fjord.id, message: 'The store answers 401.' };
    await raiseAlert(db, { kind: 'store_unauthorized', subject: 'shop:fjord', ...about });
    await raiseAlert(db, { kind: 'catalogue_failed', subject: 'shop:fjord', ...about });
    await aDeadLetter(db, { shopId: fjord.id, origin: 'catalogue.catalogue.pull', reason: 'unauthorized' });
    await db.networkQuantity.create({
      data: { shopId: fjord.id, variantId: 'V', target: 1, outOfSyncSince: ago(5) },
    });
    const entry = {
      problem: 'Fjord Sport refuses our credentials',
      shop: 'fjord',
      orders: 2,
      first_order: { number: '#1', shop: 'Nordic Outdoor' },
    };
    // Before the sweep the orders are counted already, and after it its case is the entry.
    expect(await first()).toMatchObject([{ ...entry, case: null }]);
    await sweep();
    expect(await first()).toMatchObject([{ ...entry, alerts: 2, failed_messages: 1 }]);
    expect((await first())[0]?.case).not.toBeNull();
  });

  it('shows what is in no case yet, and cases closed by hand that are not resolved; not snoozed ones', async () => {
    await aRefused('#1', 90);
    expect(await first()).toMatchObject([
      { case: null, problem: 'Fjord Sport refused paid lines', orders: 1 },
    ]);
    await sweep();
    await db.supportCase.updateMany({ data: { snoozedUntil: ago(-60) } });
    expect(await first()).toEqual([]);
    await db.supportCase.updateMany({ data: { snoozedUntil: null, closedAt: ago(1), closedBy: 'ada' } });
    expect(await first()).toMatchObject([{ orders: 1 }]);
  });

  it('names stores and quantities of which no order is held up yet', async () => {
    await db.shopCircuit.create({
      data: { shopId: fjord.id, worker: 'w', openSince: ago(5), seenAt: new Date(NOW) },
    });
    await db.networkQuantity.create({
      data: { shopId: selling.id, variantId: 'V', target: 1, outOfSyncSince: ago(3) },
    });
    expect((await first()).map(({ problem }) => problem)).toEqual([
      'Fjord Sport does not answer',
      '1 network quantity of Nordic Outdoor is out of sync',
    ]);
  });

  it('leaves out a store and quantities whose case is snoozed, until something new waits for the store', async () => {
    await db.shopCircuit.create({
      data: { shopId: fjord.id, worker: 'w', openSince: ago(5), seenAt: new Date(NOW) },
    });
    await db.networkQuantity.create({
      data: { shopId: selling.id, variantId: 'V', target: 1, outOfSyncSince: ago(3) },
    });
    for (const [shopId, causeKind] of [
      [fjord.id, 'store_away'],
      [selling.id, 'stock_out_of_step'],
    ] as const)
      await db.supportCase.create({
        data: {
          id: randomUUID(),
          shopId,
          causeKind,
          about: '',
          key: `${causeKind} ${shopId}`,
          size: 1,
          reportedSize: 1,
          reportedAt: ago(5),
          openedAt: ago(5),
          snoozedUntil: ago(-60),
        },
      });
    expect(await first()).toEqual([]);
  });

  it('is filtered by owner and shop', async () => {
    await aRefused('#1', 90);
    await sweep();
    expect(await first({ owner: 'me' })).toEqual([]);
    await db.supportCase.updateMany({ data: { owner: 'ada' } });
    expect(await first({ owner: 'me' })).toHaveLength(1);
    expect(await first({ owner: 'none' })).toEqual([]);
    expect(await first({ shop: 'fjord' })).toHaveLength(1);
    expect(await first({ shop: 'nordic' })).toEqual([]);
  });
});
