import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { metrics } from '@hub/runtime';
import { aHold, aShop, aWaitingLine, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { figures, ordersAtRisk } from '../src/sweeps/figures';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

it('the figures show how many shops are held or do not answer, what waits in the outbox, and what is at risk', async () => {
  const { db } = database;
  const [seller, store] = [await aShop(db, {}), await aShop(db, {})];
  await aHold(db, { shopId: store.id });
  await db.shop.update({ where: { id: store.id }, data: { circuitOpenSince: new Date() } });
  await aWaitingLine(db, { shopId: seller.id, variantId: 'V-1', waitingReason: 'no_candidate' });
  await db.outbox.create({
    data: { messageId: randomUUID(), type: 'order.route', payload: {}, correlation: 'C-1' },
  });

  await inTransaction(db, (tx) => figures.run(tx, Date.now()));
  await inTransaction(db, (tx) => ordersAtRisk.run(tx, Date.now()));

  const shown = (await metrics.metrics()).split('\n');
  expect(shown).toContain('hub_shops_held{operation="all"} 1');
  expect(shown).toContain('hub_shops_circuit_open 1');
  expect(shown).toContain('hub_outbox_rows 1');
  expect(shown).toContain('hub_orders_at_risk{situation="waiting"} 1');
  expect(shown).toContain('hub_orders_at_risk{situation="refused"} 0');
});
