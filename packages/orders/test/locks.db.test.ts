import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { aShippingOrder, aWaitingLine, aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settleAsPlaced } from '../src/placements/placement-placed';
import { closeLine } from '../src/support/close-line';
import { correctAddress } from '../src/support/correct-address';
import type { ShopWord } from '../src/support/decide-settle';
import { endHold } from '../src/support/end-hold';
import { rerouteShippingOrder } from '../src/support/reroute-shipping-order';
import { settleShippingOrder } from '../src/support/settle-shipping-order';
import { outOfOrder, traceLocks } from './trace-locks';

const NOW = Date.parse('2026-11-22T12:00:00Z');

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());

/** The tables in which a transaction locks rows, in its own order. */
async function locksOf(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const locked: string[] = [];
  await inTransaction(db, (tx) => work(traceLocks(tx, locked)));
  return locked;
}

const settle = (reference: string, word: ShopWord) =>
  locksOf((tx) => settleShippingOrder(tx, { reference, word, now: NOW }));
const aDisputedOne = () => aShippingOrder(db, { state: 'disputed', storeOrderId: null });

describe('an order is locked first, its rows after it, and stock last: no deadlock', () => {
  it.each<[ShopWord['kind'], () => ShopWord]>([
    ['has', () => ({ kind: 'has', storeOrderId: randomUUID() })],
    ['has_not', () => ({ kind: 'has_not' })],
  ])('a shop says that it %s it', async (_, word) => {
    const { reference } = await aDisputedOne();
    const locked = await settle(reference, word());
    expect(locked).toEqual(expect.arrayContaining(['seller_order', 'shipping_order']));
    expect(outOfOrder(locked)).toEqual([]);
  });

  it('a shop says that it stopped it', async () => {
    const { reference } = await aShippingOrder(db, { stop: 'due' });
    const locked = await settle(reference, { kind: 'stopped' });
    expect(locked).toContain('shipping_order_stop');
    expect(outOfOrder(locked)).toEqual([]);
  });

  it('support gives lines to another shop', async () => {
    const { reference } = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    const locked = await locksOf((tx) => rerouteShippingOrder(tx, { reference, now: NOW, carryOut: true }));
    expect(locked).toContain('order_line');
    expect(outOfOrder(locked)).toEqual([]);
  });

  it('support closes a line, ends a hold, corrects an address', async () => {
    const { id: shopId } = await aShop(db);
    const line = await aWaitingLine(db, { shopId, variantId: 'V-1' });
    const held = await aWaitingLine(db, { shopId, variantId: 'V-1', orderState: 'held' });
    const address = { country_code: 'SE', city: 'Lund' };
    const all = [
      await locksOf((tx) => closeLine(tx, { sellerOrderId: line, lineItemId: 'L-1', now: 0 })),
      await locksOf((tx) => endHold(tx, held)),
      await locksOf((tx) => correctAddress(tx, { sellerOrderId: held, address })),
    ];
    for (const locked of all) expect(locked[0]).toBe('seller_order');
    expect(all.flatMap(outOfOrder)).toEqual([]);
  });

  it('evidence that a shop has it is recorded under the lock of its order', async () => {
    const { id: shippingOrderId, shopId } = await aDisputedOne();
    const locked = await locksOf((tx) =>
      settleAsPlaced(tx, { shippingOrderId, shopId, storeOrderId: 'SO-9', correlation: 'C', now: NOW }),
    );
    expect(outOfOrder(['seller_order', ...locked])).toEqual([]);
  });

  it('a violation of the lock order is found', async () => {
    const locked = await locksOf(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM variant v FOR UPDATE OF v`;
      await tx.orderLine.updateMany({ data: { gtin: null } });
      await tx.$executeRaw`SELECT 1 FROM seller_order FOR UPDATE`;
    });
    expect(outOfOrder(locked)).toEqual(['order_line after variant', 'seller_order after variant']);
  });
});
