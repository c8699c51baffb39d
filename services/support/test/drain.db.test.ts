import { inTransaction } from '@hub/database';
import { commandQueue, COMMANDS, type DeadMessage } from '@hub/messaging';
import { actOnDeadLetters } from './act-on-messages';
import { eventually, openedBody, testCipher } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { handleDeadLetter } from '../src/dead-letters/handle-dead-letter';
import { aReturnEvent, RETURNS, SupportWorld } from './support-world';

const actor = 'agent:ada';

let world: SupportWorld;
beforeEach(async () => {
  world = await SupportWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

const openAlerts = () => world.db.alert.findMany({ where: { state: { not: 'resolved' } } });

describe('failed messages are stored', () => {
  it('with the known facts of their failure, and support is alerted', async () => {
    await world.startSupport();
    const body = aReturnEvent();
    const messageId = world.die(body, {
      'x-stack': 'TypeError: no\n at f',
      'x-last-failed-at': '2026-11-20T11:00:00.000Z',
    });
    const failedMessage = await world.failedMessage('open');
    expect(failedMessage).toMatchObject({
      origin: RETURNS,
      identity: '7:E-1',
      type: 'return.created',
      shopId: 7,
      orderId: 'SO-1',
      correlation: 'C-1',
      reason: 'TypeError',
      stack: 'TypeError: no\n at f',
      attempts: 6,
      lastFailedAt: new Date('2026-11-20T11:00:00.000Z'),
      deaths: [`${messageId} 2026-11-20T11:00:00.000Z`],
    });
    expect((await openedBody(world.db, failedMessage)).equals(body)).toBe(true);
    // D33: in the database it is not readable.
    expect(Buffer.from(failedMessage.body).includes('SO-1')).toBe(false);
    expect(await openAlerts()).toMatchObject([
      {
        kind: 'dead_letter',
        subject: `${RETURNS} TypeError`,
        count: 1,
        detail: { origin: RETURNS, reason: 'TypeError' },
      },
    ]);
  });

  it('one entry for each queue and event, however often the store sends it again', async () => {
    await world.startSupport();
    const body = aReturnEvent();
    for (let times = 0; times < 3; times += 1) world.die(body);
    world.die(aReturnEvent('E-2'));
    await eventually(async () => {
      const failedMessages = await world.db.deadLetter.findMany({ orderBy: { identity: 'asc' } });
      expect(failedMessages.map(({ identity, count }) => [identity, count])).toEqual([
        ['7:E-1', 3],
        ['7:E-2', 1],
      ]);
    });
    expect(await openAlerts()).toMatchObject([{ count: 4 }]);
  });

  it('an unreadable one byte for byte, even one without any description', async () => {
    await world.startSupport();
    const bytes = Buffer.from([0x00, 0xff, 0x7b]);
    world.die(bytes);
    world.channel.sendToQueue('dead-letters', bytes);
    await eventually(async () => {
      const failedMessages = await world.db.deadLetter.findMany({ orderBy: { origin: 'asc' } });
      expect(failedMessages).toMatchObject([
        { origin: RETURNS, reason: 'unreadable', shopId: 7 },
        { origin: 'unknown', reason: 'unreadable', shopId: null },
      ]);
      for (const failedMessage of failedMessages)
        expect((await openedBody(world.db, failedMessage)).equals(bytes)).toBe(true);
    });
  });

  it('one that ended processes, by the broker’s own header (delivery limit)', async () => {
    await world.startSupport();
    const headers = {
      'x-shop-id': 7,
      'x-death': [{ queue: RETURNS, reason: 'delivery_limit', count: 1, exchange: '' }],
    };
    world.channel.sendToQueue('dead-letters', aReturnEvent(), { messageId: 'M-1', headers });
    expect(await world.failedMessage('open')).toMatchObject({
      origin: RETURNS,
      reason: 'delivery_limit',
      identity: '7:E-1',
    });
  });

  it('commands with the shop that was called and the selling shop’s order', async () => {
    const [order, placed] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    await world.db.sellerOrder.create({
      data: {
        id: order,
        shopId: 1,
        orderId: 'O-1',
        placedAt: 0n,
        currency: 'EUR',
        mode: 'live',
        destinationCountry: 'SE',
        shippingCost: 0,
        totalDiscounts: 0,
        correlation: 'C-1',
      },
    });
    await world.db.shippingOrder.create({
      data: { id: placed, sellerOrderId: order, decisionId: order, shopId: 2, externalRef: 'ref-1' },
    });
    await world.startSupport();
    const origin = commandQueue(COMMANDS.placeShippingOrder).name;
    world.die(Buffer.from(JSON.stringify({ shippingOrderId: placed })), {
      'x-origin': origin,
      'x-reason': 'refused: 422',
    });
    expect(await world.failedMessage('open')).toMatchObject({
      type: 'shipping-order.place',
      shopId: 2,
      orderId: 'O-1',
    });
  });
});

describe('any message that arrives', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constant(null),
    fc.anything(),
  );
  const names = [
    'x-origin',
    'x-reason',
    'x-stack',
    'x-attempts',
    'x-first-failed-at',
    'x-last-failed-at',
    'x-shop-id',
  ];
  const headers = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' })), anything);

  it('can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        headers,
        fc.uint8Array(),
        fc.string({ unit: 'binary' }),
        async (given, bytes, text) => {
          const delivery: DeadMessage['delivery'] = {
            queue: 'dead-letters',
            type: text,
            messageId: text,
            content: Buffer.from(bytes),
            correlation: text,
            replyTo: null,
            attempts: 1,
            callAttempts: 0,
            firstFailedAt: null,
            redelivered: false,
            headers: given,
          };
          const dead: DeadMessage = {
            delivery,
            origin: text,
            reason: text,
            stack: text,
            attempts: 1,
            firstFailedAt: null,
            lastFailedAt: null,
            shopId: null,
          };
          await inTransaction(world.db, (tx) => handleDeadLetter(testCipher())(tx, dead, Date.now()));
        },
      ),
      { numRuns: 200 },
    );
    expect(await world.db.deadLetter.count({ where: { reason: 'unreadable' } })).toBeGreaterThan(100);
  }, 60_000);
});

describe('a message that fails again', () => {
  beforeEach(async () => {
    await world.startSupport((background) => ({ ...background, passes: [] }));
    world.die(aReturnEvent());
    await world.failedMessage('open');
  });

  const only = async () => world.db.deadLetter.findFirstOrThrow();
  async function replay(): Promise<{ id: string; replayId: string }> {
    const { id } = await only();
    await actOnDeadLetters(world.db, { action: 'replay', ids: [id], actor });
    const { replayId } = await only();
    return { id, replayId: replayId ?? '' };
  }

  it('as the pending replay: open again, counted', async () => {
    const { id, replayId } = await replay();
    world.die(aReturnEvent(), { 'x-dead-letter-id': id, 'x-reason': 'RangeError' }, replayId);
    expect(await world.failedMessage('open', 2)).toMatchObject({ reason: 'RangeError', replayId: null });
  });

  it('as a resend, while a replay is pending: counted, and the replay stays pending', async () => {
    const { replayId } = await replay();
    world.die(aReturnEvent());
    expect(await world.failedMessage('replaying', 2)).toMatchObject({ replayId });
  });

  it('after it was resolved: open again', async () => {
    await world.db.deadLetter.updateMany({
      data: { state: 'resolved', outcome: 'accepted', endedAt: new Date() },
    });
    world.die(aReturnEvent());
    expect(await world.failedMessage('open', 2)).toMatchObject({ outcome: null, endedAt: null });
  });

  it('after support discarded it: counted, and no alert is raised', async () => {
    await actOnDeadLetters(world.db, { action: 'discard', ids: [(await only()).id], actor, note: 'test' });
    await world.db.alert.updateMany({ data: { state: 'resolved' } });
    world.die(aReturnEvent());
    await world.failedMessage('discarded', 2);
    expect(await openAlerts()).toEqual([]);
  });
});
