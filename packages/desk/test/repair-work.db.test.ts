import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type ReturnState } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { blockReservations } from '@hub/stock';
import {
  aHold,
  aShippingOrder,
  aShop,
  createTestDatabase,
  waitForLocks,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeReturn, releaseReturn } from '../src/orders/actions/return-actions';
import { liftBlock, resumeCalls } from '../src/shops/shop-actions';
import { listBlocks } from '../src/stock/blocks';
import type { Acting } from '../src/engine/action';

const actor = 'agent:ada';
const NOT_WAITING = { kind: 'refused', says: expect.stringContaining('does not wait for support') };

let database: TestDatabase;
let db: Database;
let ada: Acting;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  ada = { db, actor, role: 'agent', now: Date.now() };
}, 60_000);
afterEach(() => database.drop(), 60_000);

const trail = () => db.supportAction.findMany({ orderBy: { id: 'asc' } });
const commands = () => db.outbox.findMany({ orderBy: { id: 'asc' }, select: { type: true, payload: true } });

describe('releasing a waiting return (D13)', () => {
  async function aReturn(state: ReturnState): Promise<string> {
    const id = randomUUID();
    const { sellerOrderId, shopId } = await aShippingOrder(db);
    const data = {
      id,
      side: 'shipping',
      shopId,
      eventId: id,
      sellerOrderId,
      state,
      correlation: 'C-9',
    } as const;
    await db.return.create({ data: { ...data, reference: `return-${id}` } });
    await raiseAlert(db, { kind: 'return_waiting', subject: `return:${id}`, message: 'Waits.' });
    return id;
  }

  it('has it registered, closes its alert, and records who decided so', async () => {
    const id = await aReturn('waiting');
    expect(await releaseReturn.act(ada, { return: id, note: 'not refunded yet' })).toMatchObject({
      kind: 'done',
    });
    expect(await db.return.findUnique({ where: { id } })).toMatchObject({
      state: 'due',
      nextAttemptAt: expect.any(Date),
    });
    expect(await commands()).toEqual([{ type: 'return.register', payload: { returnId: id } }]);
    expect(await db.alert.findFirst()).toMatchObject({ state: 'resolved' });
    expect(await trail()).toMatchObject([
      { actor, action: 'return.release', subject: `return:${id}`, detail: { note: 'not refunded yet' } },
    ]);
  });

  it('closed instead, it stays on record and the shop is not notified', async () => {
    const id = await aReturn('waiting');
    expect(await closeReturn.act(ada, { return: id, note: 'refunded already' })).toMatchObject({
      kind: 'done',
    });
    expect(await db.return.findUnique({ where: { id } })).toMatchObject({ state: 'recorded' });
    expect(await commands()).toEqual([]);
    expect(await db.alert.findFirst()).toMatchObject({ state: 'resolved' });
    expect(await trail()).toMatchObject([
      { actor, action: 'return.close', subject: `return:${id}`, detail: { note: 'refunded already' } },
    ]);
    expect(await releaseReturn.act(ada, { return: id })).toEqual(NOT_WAITING);
  });

  it('twice at the same moment: sent once', async () => {
    const id = await aReturn('waiting');
    let racing: ReturnType<typeof releaseReturn.act>[] = [];
    await inTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "return" WHERE id = ${id}::uuid FOR UPDATE`;
      racing = [releaseReturn.act(ada, { return: id }), releaseReturn.act(ada, { return: id })];
      await waitForLocks(db, 2);
    });
    const ends = await Promise.all(racing);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect(await commands()).toHaveLength(1);
  });

  it('refuses one that does not wait', async () => {
    for (const state of ['due', 'sending', 'registered', 'recorded', 'failed'] as const)
      expect(await releaseReturn.act(ada, { return: await aReturn(state) })).toEqual(NOT_WAITING);
    expect(await releaseReturn.act(ada, { return: randomUUID() })).toMatchObject({ kind: 'unknown' });
    expect(await releaseReturn.act(ada, { return: 'no id' })).toMatchObject({
      kind: 'invalid',
      field: 'return',
    });
    expect(await commands()).toEqual([]);
    expect(await trail()).toEqual([]);
  });
});

describe('lifting blocks on stock (D17)', () => {
  let order: StoredShippingOrder;
  let shop: string;
  let variantId: string;
  beforeEach(async () => {
    const shippingShop = await aShop(db, { slug: 'nordic' });
    order = await aShippingOrder(db, { shippingShop, quantities: [3] });
    shop = 'nordic';
    variantId = order.lines[0]?.variantId ?? '';
  });
  const block = () =>
    inTransaction(db, (tx) =>
      blockReservations(tx, { shippingOrderLineIds: order.lines.map(({ id }) => id), atNs: 1n }),
    );
  const variant = () =>
    db.variant.findUniqueOrThrow({ where: { shopId_variantId: { shopId: order.shopId, variantId } } });

  it('frees the pieces, and serves waiting lines of the article', async () => {
    await block();
    const { gtin } = await variant();
    expect(await listBlocks(db, { limit: 10 })).toMatchObject([{ shop, variantId, gtin, pieces: 3 }]);
    expect(await liftBlock.act(ada, { shop, variant: variantId, note: 'found it' })).toMatchObject({
      kind: 'done',
      answer: { pieces: 3 },
    });
    expect((await variant()).committed).toBe(0n);
    expect(await listBlocks(db, { limit: 10 })).toEqual([]);
    expect(await commands()).toEqual([{ type: 'network-quantity.recalculate', payload: { gtin } }]);
    expect(await trail()).toMatchObject([
      {
        actor,
        action: 'stock.lift_block',
        subject: `variant:nordic/${variantId}`,
        detail: { pieces: 3, note: 'found it' },
      },
    ]);
  });

  it('twice at the same moment: lifted once', async () => {
    await block();
    const lift = () => liftBlock.act(ada, { shop, variant: variantId });
    let racing: ReturnType<typeof lift>[] = [];
    await inTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM variant FOR UPDATE`;
      racing = [lift(), lift()];
      await waitForLocks(db, 2);
    });
    const ends = await Promise.all(racing);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect((await variant()).committed).toBe(0n);
    expect(await commands()).toHaveLength(1);
  });

  it("a reservation is no block, and another shop's blocks stay", async () => {
    const lift = (of: string) => liftBlock.act(ada, { shop: of, variant: variantId });
    const noBlock = { kind: 'refused', says: expect.stringContaining('no stock of this variant is blocked') };
    expect(await lift(shop)).toEqual(noBlock);
    expect((await variant()).committed).toBe(3n);
    await block();
    await aShop(db, { slug: 'other' });
    expect(await lift('other')).toEqual(noBlock);
    expect(await lift('nobody')).toMatchObject({ kind: 'unknown' });
    expect(await listBlocks(db, { shop: 'other', limit: 10 })).toEqual([]);
    expect(await trail()).toEqual([]);
  });
});

describe('ending a hold on calls (D23)', () => {
  it('is recorded; nothing happens for a store that is not held', async () => {
    const { id, slug } = await aShop(db);
    await aHold(db, { shopId: id });
    expect(await resumeCalls.act(ada, { shop: slug })).toMatchObject({ kind: 'done' });
    expect(await db.shop.findUnique({ where: { id } })).toMatchObject({ callsHeldSince: null });
    expect(await resumeCalls.act(ada, { shop: slug })).toMatchObject({ kind: 'refused' });
    expect(await resumeCalls.act(ada, { shop: 'nobody' })).toMatchObject({ kind: 'unknown' });
    expect(await trail()).toMatchObject([{ action: 'store.resume_calls', subject: `shop:${slug}` }]);
  });
});
