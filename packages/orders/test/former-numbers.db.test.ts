import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, ShippingOrderState } from '@hub/database';
import { aShippingOrder, createTestDatabase, repositoryRoot, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());

const numberFormer = (what: 'placements' | 'decisions') => {
  const name = what === 'placements' ? '20261130010200' : '20261130010300';
  const folder = join(repositoryRoot(), 'prisma', 'migrations', `${name}_former_${what}_numbered`);
  return db.$executeRawUnsafe(readFileSync(join(folder, 'migration.sql'), 'utf8'));
};

/** Placements of one line as an earlier release stored them, by the times that its machines gave them. */
async function former(placements: readonly { state: ShippingOrderState; at: number }[]): Promise<string[]> {
  const ids: string[] = [];
  let ofLine: Awaited<ReturnType<typeof aShippingOrder>>['lines'][number] | undefined;
  for (const { state, at } of placements) {
    const order = await aShippingOrder(db, { state, ofLine });
    [ofLine] = order.lines;
    ids.push(order.id);
    await db.shippingOrder.update({
      where: { id: order.id },
      data: { number: 0, createdAt: new Date(at) },
    });
  }
  return ids;
}

const byNumber = async (ids: readonly string[]) => {
  const orderBy = { number: 'asc' } as const;
  const stored = await db.shippingOrder.findMany({ where: { id: { in: [...ids] } }, orderBy });
  return stored.map(({ id }) => ids.indexOf(id));
};

describe('D18: placements and decisions that were stored before they had numbers get them', () => {
  it.each([
    ['by their times', [0, 1, 2], ['stopped', 'stopped', 'stopped']],
    [
      'a placement that its shop has comes after a refused one, whatever the clocks said',
      [1, 0],
      ['refused', 'placed'],
    ],
    ['a refused placement comes after a stopped one', [1, 0], ['stopped', 'refused']],
  ] as const)('%s', async (_, times, states) => {
    const ids = await former(states.map((state, index) => ({ state, at: times[index] ?? 0 })));
    await numberFormer('placements');
    expect(await byNumber(ids)).toEqual(ids.map((__, index) => index));
  });

  it('every placement made since then is later, and keeps its number', async () => {
    const [first] = await former([{ state: 'refused', at: Date.now() + 60_000 }]);
    const { lines } = await db.shippingOrder.findUniqueOrThrow({
      where: { id: first ?? '' },
      include: { lines: true, order: true },
    });
    const [{ orderLineId } = { orderLineId: '' }] = lines;
    const { sellerOrderId, lineItemId } = await db.orderLine.findUniqueOrThrow({
      where: { id: orderLineId },
    });
    const ofLine = { id: '', sellerOrderId, orderLineId, reference: '', lineItemId, variantId: '' };
    const { id: second } = await aShippingOrder(db, { ofLine });
    const { number } = await db.shippingOrder.findUniqueOrThrow({ where: { id: second } });
    await numberFormer('placements');
    expect(await byNumber([first ?? '', second])).toEqual([0, 1]);
    expect(await db.shippingOrder.findUniqueOrThrow({ where: { id: second } })).toMatchObject({ number });
  });

  it('decisions, by their times', async () => {
    const { sellerOrderId } = await aShippingOrder(db);
    const decisions = [3_000, 1_000, 2_000].map((at) => ({ at, id: crypto.randomUUID() }));
    await db.routingDecision.createMany({
      data: decisions.map(({ at, id }) => ({
        id,
        sellerOrderId,
        policyVersion: 'D19-2',
        decidedAt: new Date(at),
        detail: {},
      })),
    });
    await db.routingDecision.updateMany({ where: { sellerOrderId }, data: { number: 0 } });
    await numberFormer('decisions');
    const stored = await db.routingDecision.findMany({
      where: { sellerOrderId },
      orderBy: { number: 'asc' },
    });
    expect(stored.map(({ decidedAt }) => decidedAt.getTime())).toEqual([1_000, 2_000, 3_000]);
  });
});
