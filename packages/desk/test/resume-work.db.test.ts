import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findWork, resumeWork } from '../src/works/resume-work';
import { aDeadLetter } from './stored-dead-letter';

const actor = 'agent:ada';
const TRACKING = commandQueue(COMMANDS.deliverTracking).name;

let database: TestDatabase;
let db: Database;
let shippingOrderId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shippingOrderId = await aShippingOrder();
}, 60_000);
afterEach(() => database.drop(), 60_000);

async function aShippingOrder(): Promise<string> {
  const [orderId, id] = [randomUUID(), randomUUID()];
  const order = {
    shopId: 1,
    orderId: 'O-1',
    placedAt: 0n,
    currency: 'EUR',
    mode: 'live',
    correlation: 'C-1',
  } as const;
  await db.sellerOrder.create({
    data: { id: orderId, ...order, destinationCountry: 'SE', shippingCost: 0, totalDiscounts: 0 },
  });
  await db.shippingOrder.create({
    data: {
      id,
      sellerOrderId: orderId,
      decisionId: randomUUID(),
      shopId: 2,
      externalRef: id,
      state: 'sending',
    },
  });
  return id;
}

async function aPackage(state: 'failed' | 'done'): Promise<string> {
  const id = randomUUID();
  const parcel = {
    packageId: id,
    reference: id,
    carrier: 'DHL',
    trackingNumber: 'T',
    shippedAt: 0n,
    correlation: 'C-2',
  };
  await db.package.create({ data: { id, shippingOrderId, state, ...parcel } });
  return id;
}

describe('resuming work that was given up (D23)', () => {
  it('replays its failed message, so that its outcome is recorded there', async () => {
    const id = await aPackage('failed');
    const body = Buffer.from(JSON.stringify({ packageId: id }));
    const failedMessage = await aDeadLetter(db, { origin: TRACKING, body });
    const work = { kind: 'tracking', id } as const;
    expect(await resumeWork(db, { work, actor })).toEqual({ kind: 'resumed' });
    expect(await db.outbox.findMany()).toMatchObject([
      { queue: TRACKING, headers: { 'x-dead-letter-id': failedMessage } },
    ]);
    expect(await resumeWork(db, { work, actor })).toEqual({ kind: 'refused', why: 'replay_pending' });
  });

  it('sends its command again if there is no failed message to replay', async () => {
    const id = await aPackage('failed');
    await resumeWork(db, { work: { kind: 'tracking', id }, actor });
    expect(await db.outbox.findMany()).toMatchObject([
      { type: 'tracking.deliver', payload: { packageId: id }, correlation: 'C-2', queue: null },
    ]);
    expect(await db.supportAction.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { actor, action: 'work.resume', subject: `tracking:${id}` },
    ]);
  });

  it('is resumed once, if two people ask at the same moment: its command is sent and recorded once', async () => {
    const id = await aPackage('failed');
    const resumeIt = () => resumeWork(db, { work: { kind: 'tracking', id }, actor });
    const ends = await Promise.all([resumeIt(), resumeIt()]);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['resumed', 'resuming']);
    expect(await db.outbox.count()).toBe(1);
    expect(await db.supportAction.count()).toBe(1);
  });

  it('is resumed again within the same seconds, if its store was called in between and it failed again', async () => {
    const id = await aPackage('failed');
    const work = { kind: 'tracking', id } as const;
    await resumeWork(db, { work, actor });
    await db.storeCall.create({
      data: {
        shopId: 1,
        operation: 'deliver_tracking',
        method: 'PUT',
        path: '/orders/O-1/tracking',
        reference: id,
        outcome: 'rejected',
        attempts: 1,
        durationMs: 5,
      },
    });
    expect(await resumeWork(db, { work, actor })).toEqual({ kind: 'resumed' });
    expect(await db.outbox.count()).toBe(2);
  });

  it('is resumed again, if it fails again: a later wish is another one', async () => {
    const id = await aPackage('failed');
    const work = { kind: 'tracking', id } as const;
    const earlier = {
      actor,
      action: 'work.resume',
      subject: `tracking:${id}`,
      at: new Date(Date.now() - 60_000),
    };
    await db.supportAction.create({ data: earlier });
    expect(await resumeWork(db, { work, actor })).toEqual({ kind: 'resumed' });
    expect(await db.outbox.count()).toBe(1);
  });

  it('resumes a placing that was given up, but not one in progress', async () => {
    const work = { kind: 'placing', id: shippingOrderId } as const;
    expect(await resumeWork(db, { work, actor })).toEqual({ kind: 'refused', why: 'not_failed' });
    await db.shippingOrder.update({ where: { id: shippingOrderId }, data: { failedAt: new Date() } });
    expect(await resumeWork(db, { work, actor })).toEqual({ kind: 'resumed' });
    expect(await db.outbox.findMany()).toMatchObject([{ type: 'shipping-order.place', correlation: 'C-1' }]);
  });

  it('is found by the reference that its store knows', async () => {
    const id = await aPackage('failed');
    expect(await findWork(db, id)).toEqual({ kind: 'tracking', id });
    expect(await findWork(db, shippingOrderId)).toEqual({ kind: 'placing', id: shippingOrderId });
    expect(await findWork(db, 'nobody')).toBeNull();
  });

  it('skips what did not fail, or is missing', async () => {
    const done = await aPackage('done');
    expect(await resumeWork(db, { work: { kind: 'tracking', id: done }, actor })).toMatchObject({
      why: 'not_failed',
    });
    for (const kind of ['placing', 'tracking', 'return', 'stop'] as const)
      expect(await resumeWork(db, { work: { kind, id: randomUUID() }, actor })).toMatchObject({
        why: 'unknown',
      });
    expect(await db.outbox.count()).toBe(0);
    expect(await db.supportAction.count()).toBe(0);
  });
});
