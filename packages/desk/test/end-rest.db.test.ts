import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { stateRest } from '@hub/orders/records';
import {
  aShippingOrder,
  createTestDatabase,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endRest } from '../src/orders/actions/end-rest';
import { listAtRisk } from '../src/problems/orders-at-risk';

const actor = 'agent:lead';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop(), 60_000);

/** Three lines: one in a package, one of which two of three pieces are, and one that is in none. */
async function aPartlyShippedOrder(): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(db, { quantities: [1, 3, 1] });
  const packed = [1, 2, 0];
  const [whole] = order.lines;
  await db.orderLine.update({ where: { id: whole?.orderLineId ?? '' }, data: { state: 'shipped' } });
  for (const [index, { id }] of order.lines.entries())
    await db.shippingOrderLine.update({ where: { id }, data: { packaged: packed[index] ?? 0 } });
  const id = randomUUID();
  await db.package.create({
    data: {
      id,
      shippingOrderId: order.id,
      packageId: 'P-1',
      reference: `pkg-${id}`,
      carrier: 'PostNord',
      trackingNumber: 'T',
      shippedAt: 0n,
      state: 'done',
      correlation: 'C',
    },
  });
  return order;
}

const state = (order: StoredShippingOrder, now = Date.now()) =>
  inTransaction(db, (tx) => stateRest(tx, { shippingOrderIds: [order.id], statement: 'cannot_ship', now }));
const risksOf = ({ sellerOrderId }: StoredShippingOrder) =>
  listAtRisk(db, { now: Date.now(), sellerOrderIds: [sellerOrderId], limit: 10 });
const linesOf = async ({ sellerOrderId }: StoredShippingOrder) =>
  db.orderLine.findMany({ where: { sellerOrderId }, orderBy: { position: 'asc' } });
const reservationsOf = async ({ lines }: StoredShippingOrder) => {
  const found = await db.reservation.findMany({
    where: { shippingOrderLineId: { in: lines.map(({ id }) => id) } },
  });
  return lines.map(({ id }) => found.find((one) => one.shippingOrderLineId === id)?.kind);
};

const lead = () => ({ db, actor, role: 'lead', now: Date.now() }) as const;

describe('the rest of a partly shipped order (D12)', () => {
  it('is at risk once it is stated that it may not ship: the pieces in no package, for a lead', async () => {
    const order = await aPartlyShippedOrder();
    expect(await risksOf(order)).toEqual([]);
    await state(order);
    const rest = { situation: 'rest_not_shipped', reason: 'cannot_ship', reference: order.reference };
    const byLine = (await risksOf(order)).toSorted((a, b) =>
      String(a.lineItemId).localeCompare(String(b.lineItemId)),
    );
    expect(byLine).toMatchObject([
      { ...rest, lineItemId: 'L-2', amount: '100' },
      { ...rest, lineItemId: 'L-3', amount: '100' },
    ]);
  });

  it('whole lines go to another shop, missing pieces of a line that shipped in part are closed', async () => {
    const order = await aPartlyShippedOrder();
    await state(order);
    const end = await endRest.act(lead(), {
      reference: order.reference,
      whole_lines: 'reroute',
      note: 'called',
    });
    expect(end).toMatchObject({ kind: 'done', answer: { whole_lines: ['L-3'], shipped_in_part: ['L-2'] } });
    expect(await linesOf(order)).toMatchObject([
      { state: 'shipped', excludedShops: [] },
      { state: 'shipped', excludedShops: [] },
      { state: 'waiting', excludedShops: [order.shopId] },
    ]);
    expect(await db.outbox.findMany({ where: { type: 'order.route' } })).toMatchObject([
      { payload: { sellerOrderId: order.sellerOrderId } },
    ]);
    expect(await reservationsOf(order)).toEqual(['reserved', 'block', 'block']);
    expect((await risksOf(order)).map(({ situation }) => situation)).not.toContain('rest_not_shipped');
    expect(await db.supportAction.findMany({ where: { action: 'order.end_rest' } })).toMatchObject([
      { actor, subject: `order:${order.sellerOrderId}`, detail: { wholeLines: 'reroute', note: 'called' } },
    ]);
  });

  it('whole lines are closed instead, as the lead chooses; once', async () => {
    const order = await aPartlyShippedOrder();
    const end = () =>
      endRest.act(lead(), { reference: order.reference, whole_lines: 'close', note: 'called' });
    const [first, second] = await Promise.all([end(), end()]);
    expect([first.kind, second.kind].toSorted()).toEqual(['done', 'refused']);
    expect(await linesOf(order)).toMatchObject([
      { state: 'shipped' },
      { state: 'shipped' },
      { state: 'unfulfillable', closedAt: expect.any(Date) },
    ]);
  });

  it('is ended by no lead who does not say who at the shop said so', async () => {
    const { reference } = await aPartlyShippedOrder();
    for (const note of [undefined, ' '])
      expect(await endRest.act(lead(), { reference, whole_lines: 'close', note })).toMatchObject({
        kind: 'invalid',
        field: 'note',
        says: expect.stringContaining('who at the shop said so'),
      });
    const noted = { reference, whole_lines: 'close', note: 'called' };
    expect(await endRest.act({ ...lead(), role: 'agent' }, noted)).toMatchObject({ kind: 'forbidden' });
  });

  it.each<[string, () => Promise<StoredShippingOrder>, string]>([
    ['nothing of it is in a package', () => aShippingOrder(db), 'it has no rest'],
    ['it is not placed', () => aShippingOrder(db, { state: 'disputed' }), 'it is disputed'],
    [
      'its order is being cancelled',
      async () => {
        const order = await aPartlyShippedOrder();
        await db.sellerOrder.update({ where: { id: order.sellerOrderId }, data: { state: 'stopping' } });
        return order;
      },
      'being stopped',
    ],
  ])('is not ended where %s', async (_, given, reason) => {
    const order = await given();
    const end = await endRest.act(lead(), {
      reference: order.reference,
      whole_lines: 'close',
      note: 'called',
    });
    expect(end).toMatchObject({ kind: 'refused', says: expect.stringContaining(reason) });
  });
});
