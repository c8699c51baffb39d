import { inTransaction, type Database } from '@hub/database';
import { aShippingOrder, aShop, createTestDatabase, type StoredShop, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listUnplaced, needsAttention, rerouteShop } from '../src';

let database: TestDatabase;
let db: Database;
let selling: StoredShop;
let shipping: StoredShop;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE shop, variant, reservation, seller_order, alert, outbox CASCADE`;
  selling = await aShop(db, { slug: 'selling' });
  shipping = await aShop(db, { slug: 'shipping' });
});

const an = (options: Parameters<typeof aShippingOrder>[1]) =>
  aShippingOrder(db, { sellingShop: selling, shippingShop: shipping, storeOrderId: null, ...options });

/** An order whose only line waits. */
async function aWaitingOrder(orderId: string, waitingReason: string | null) {
  const order = await an({ orderId, state: 'stopped' });
  await db.orderLine.updateMany({
    where: { sellerOrderId: order.sellerOrderId },
    data: { state: 'waiting', waitingReason },
  });
  return order;
}

const inHours = (hours: number) => Date.now() + hours * 3_600_000 + 60_000;
const list = (now = Date.now()) => listUnplaced(db, { limit: 50, now });

describe('D18: paid, not yet at a shop', () => {
  it('lists every paid line that no shop has, and where it is', async () => {
    await aWaitingOrder('waits', 'no_candidate');
    const held = await aWaitingOrder('held', null);
    await db.sellerOrder.update({
      where: { id: held.sellerOrderId },
      data: { state: 'held', heldReason: 'cancelled_before_arrival' },
    });
    await an({ orderId: 'planned', state: 'planned' });
    await an({ orderId: 'sending', state: 'sending' });
    await an({ orderId: 'refused', state: 'refused' });
    await an({ orderId: 'disputed', state: 'disputed' });
    // At a shop, ended, or gone to another one since.
    await an({ orderId: 'placed', state: 'placed', storeOrderId: 'SO-1' });
    await an({ orderId: 'stopped', state: 'dry_run' });
    const moved = await an({ orderId: 'moved', state: 'refused' });
    await an({ state: 'placed', storeOrderId: 'SO-2', ofLine: moved.lines[0] });

    const found = (await list()).map(({ orderId, situation }) => `${orderId} ${situation}`).toSorted();
    expect(found).toEqual([
      'disputed disputed',
      'held order_held',
      'planned placing',
      'refused refused',
      'sending placing',
      'waits waiting',
    ]);
  });

  it('says which are overdue, and needs attention for them, not for what is on its way', async () => {
    await an({ orderId: 'planned', state: 'planned' });
    expect((await needsAttention(db)).unplaced).toMatchObject([
      { situation: 'placing', lines: 1, overdue: 0 },
    ]);
    expect(await list(inHours(1))).toMatchObject([{ orderId: 'planned', overdue: true }]);
    expect((await needsAttention(db, inHours(1))).unplaced).toMatchObject([
      { situation: 'placing', lines: 1, overdue: 1 },
    ]);
  });

  it('is read from indexes', async () => {
    const plan = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw`
        EXPLAIN SELECT s.id FROM shipping_order s WHERE s.state NOT IN ('placed', 'stopped', 'dry_run')`;
    });
    expect(JSON.stringify(plan)).toContain('shipping_order_unplaced');
  });
});

describe('D19: what stands at a held or broken store goes elsewhere in one act', () => {
  const act = (carryOut = true) => rerouteShop(db, { shop: 'shipping', actor: 'agent:ada', carryOut });

  it('what was never sent, or refused; what may be there stays, and why is said; it is recorded', async () => {
    const never = await an({ state: 'planned' });
    const refused = await an({ state: 'refused' });
    const maybe = await an({ state: 'sending' });
    const disputed = await an({ state: 'disputed' });
    await an({ state: 'placed', storeOrderId: 'SO-1' });
    await db.shop.update({ where: { id: shipping.id }, data: { ordersHeldSince: new Date() } });

    expect(await act(false)).toMatchObject({ kind: 'done', rerouted: [never.reference, refused.reference] });
    expect(await db.outbox.count()).toBe(0);

    expect(await act()).toMatchObject({
      kind: 'done',
      rerouted: [never.reference, refused.reference],
      kept: [
        { reference: maybe.reference, reason: expect.stringContaining('unknown') },
        { reference: disputed.reference, reason: expect.stringContaining('unknown') },
      ],
    });
    const lines = await db.orderLine.findMany({
      where: { sellerOrderId: { in: [never.sellerOrderId, refused.sellerOrderId] } },
    });
    expect(lines.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect(await db.supportAction.findMany({ where: { action: 'shop.reroute' } })).toMatchObject([
      { actor: 'agent:ada', subject: 'shop:shipping', detail: { rerouted: 2, kept: 2 } },
    ]);
    expect(await act()).toMatchObject({ rerouted: [] });
  });

  it('not at a shop whose orders can be placed', async () => {
    await an({ state: 'planned' });
    expect(await act()).toEqual({ kind: 'refused', why: 'shop_callable' });
  });
});
