import { randomUUID } from 'node:crypto';
import { aShippingOrder, aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { orderTimeline } from '../src/orders/order-timeline';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const at = (ms: number) => new Date(Date.parse('2026-11-27T10:00:00Z') + ms);

/** An order that was decided and placed by a machine whose clock is so far from the database's. */
async function placedBy(differenceMs: number): Promise<string[]> {
  const { db } = database;
  const shippingShop = await aShop(db, { name: 'Near' });
  const { id, sellerOrderId, lines } = await aShippingOrder(db, { shippingShop });
  const [decision, shippingOrderLineId] = [randomUUID(), lines[0]?.id ?? ''];
  await db.sellerOrder.update({ where: { id: sellerOrderId }, data: { receivedAt: at(0) } });
  const detail = {
    policy: { version: 'D19-2', bandKm: 50 },
    mode: 'live',
    country: 'SE',
    withCoordinates: false,
    consumerVat: '0.25',
    lines: [],
  };
  await db.routingDecision.create({
    data: { id: decision, sellerOrderId, policyVersion: 'D19-2', decidedAt: at(0), detail },
  });
  await db.shippingOrder.update({
    where: { id },
    data: {
      decisionId: decision,
      createdAt: at(0),
      firstSentAt: at(differenceMs),
      placedAt: at(differenceMs + 5),
    },
  });
  await db.package.create({
    data: {
      id: randomUUID(),
      shippingOrderId: id,
      packageId: 'P-1',
      reference: randomUUID(),
      carrier: 'PostNord',
      trackingNumber: 'PN1',
      shippedAt: 0n,
      createdAt: at(1),
      correlation: 'C',
      lines: { create: { shippingOrderLineId, quantity: 1 } },
    },
  });
  const timeline = await orderTimeline(db, sellerOrderId);
  return timeline?.entries.map(({ title }) => title.replace(/Order .* was accepted/, 'Accepted')) ?? [];
}

it.each([
  ['the same time', 0],
  ['a clock that is behind', -2_000],
  ['a clock that is far behind', -120_000],
])('an order is accepted, decided, built and sent before its shop takes it: %s', async (_, differenceMs) => {
  const titles = await placedBy(differenceMs);
  expect(titles.slice(0, 4)).toEqual([
    'Accepted',
    'Routing decided by policy D19-2',
    'Shipping order for Near was built',
    'It was sent to Near for the first time',
  ]);
  expect(titles.slice(4).toSorted()).toEqual(['Near shipped package P-1', 'Near took it']);
});
