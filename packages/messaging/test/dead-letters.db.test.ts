import { randomUUID } from 'node:crypto';
import { eventually } from '@hub/testing';
import { ReturnCreated } from '@hub/contract';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deadLetterConsumer, decided, eventConsumer, type DeadMessage } from '../src';
import { FAILURE_POLICY } from '../src/failure-policy';
import { aReturnEvent, countMarks, dieWithMessageOf, FrameWorld, leaveMark } from './frame-world';

const QUEUE = 'returns.return.created';
/** Attempts that make the next one the last. */
const SPENT = FAILURE_POLICY.unexpected.again.waitsMs.length;

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

/** Drains the failed messages into a list. */
async function startDrain(dead: DeadMessage[]): Promise<void> {
  await world.startWorker(() => ({
    consumers: [deadLetterConsumer(async (_tx, message) => void dead.push(message))],
  }));
}

/** A worker that throws for the event `E-POISON` and leaves a mark for any other. */
async function startWorker(): Promise<void> {
  await world.startWorker(() => ({
    consumers: [
      eventConsumer({
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: async (tx, { eventId }) => {
          if (eventId === 'E-POISON') throw new TypeError('always');
          await leaveMark(tx, eventId);
          return decided({ status: 200, outcome: 'accepted' });
        },
      }),
    ],
  }));
}

function send(body: Buffer, headers: Record<string, unknown> = {}): string {
  const messageId = randomUUID();
  world.channel.sendToQueue(QUEUE, body, {
    messageId,
    type: 'return.created',
    correlationId: 'C-1',
    headers: { 'x-shop-id': 1, ...headers },
  });
  return messageId;
}

describe('poison', () => {
  it('that cannot be parsed is a failed message, byte for byte, and blocks nothing', async () => {
    const dead: DeadMessage[] = [];
    await startDrain(dead);
    await startWorker();
    const poison = Buffer.from([0x7b, 0xff, 0x00, 0x01]);
    const messageId = send(poison);
    send(aReturnEvent('E-GOOD').body);
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    await eventually(() => expect(dead).toHaveLength(1));
    expect(dead[0]).toMatchObject({ origin: QUEUE, reason: 'unreadable', attempts: 1, shopId: 1 });
    expect(dead[0]?.delivery).toMatchObject({ content: poison, messageId, correlation: 'C-1' });
  });

  it('that makes the handler throw every time is a failed message once its attempts are spent, and blocks nothing', async () => {
    const dead: DeadMessage[] = [];
    await startDrain(dead);
    await startWorker();
    const firstFailed = '2026-11-20T00:00:00.000Z';
    send(aReturnEvent('E-POISON').body, { 'x-attempts': SPENT, 'x-first-failed-at': firstFailed });
    send(aReturnEvent('E-GOOD').body);
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    await eventually(() => expect(dead).toHaveLength(1));
    expect(dead[0]).toMatchObject({ origin: QUEUE, reason: 'TypeError', attempts: SPENT + 1 });
    expect(dead[0]?.stack).toContain('TypeError: always');
    expect(dead[0]?.firstFailedAt).toEqual(new Date(firstFailed));
  });

  it('that kills the process every time is a failed message at the delivery limit, and blocks nothing', async () => {
    const { times } = FAILURE_POLICY.processLost.again;
    // Given a worker that declared the queues and is gone, and a message that came back from a delay queue before.
    await startWorker();
    await world.stopWorkers();
    world.channel.publish('hub.delay.1000', QUEUE, aReturnEvent('E-CRASH').body, {
      messageId: randomUUID(),
      type: 'return.created',
      headers: { 'x-shop-id': 1, 'x-attempts': 1 },
    });
    // When every process that takes it dies.
    for (let crashes = 0; crashes <= times; crashes += 1) await dieWithMessageOf(world.amqpUrl, QUEUE);
    send(aReturnEvent('E-GOOD').body);
    const dead: DeadMessage[] = [];
    await startWorker();
    await startDrain(dead);
    // Then the next worker does not get it.
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    await eventually(() => expect(dead).toHaveLength(1));
    expect(dead[0]).toMatchObject({ origin: QUEUE, reason: 'delivery_limit', attempts: 1 + times + 1 });
    expect(dead[0]?.lastFailedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  }, 60_000);
});

describe('draining the failed messages', () => {
  it('a failed message that cannot be stored is deferred, with the details of its failure, and blocks nothing', async () => {
    const stored: DeadMessage[] = [];
    let failures = 0;
    await world.startWorker(() => ({
      consumers: [
        deadLetterConsumer(async (_tx, message) => {
          if (message.delivery.messageId === 'M-1') {
            failures += 1;
            throw new Error('cannot be stored');
          }
          stored.push(message);
        }),
      ],
    }));
    const death = [{ queue: QUEUE, reason: 'delivery_limit', count: 1, exchange: '' }];
    const options = (messageId: string) => ({ messageId, headers: { 'x-death': death } });
    world.channel.sendToQueue('dead-letters', Buffer.from('1'), options('M-1'));
    world.channel.sendToQueue('dead-letters', Buffer.from('2'), options('M-2'));
    await eventually(() => expect(stored).toHaveLength(1));
    const waiting = await eventually(async () => {
      const message = await world.take('hub.delay.60000');
      expect(message).not.toBeNull();
      return message;
    });
    expect(failures).toBe(1);
    expect(waiting?.content.toString()).toBe('1');
    expect(waiting?.fields.routingKey).toBe('dead-letters');
    expect(waiting?.properties.headers).toMatchObject({ 'x-origin': QUEUE, 'x-reason': 'delivery_limit' });
  });

  it('is repeated for a message whose acknowledgement was lost', async () => {
    // Given a drain that dies between its commit and its acknowledgement.
    await startDrain([]);
    await world.stopWorkers();
    world.channel.sendToQueue('dead-letters', Buffer.from('1'), { messageId: 'M-1' });
    await dieWithMessageOf(world.amqpUrl, 'dead-letters');
    // Then the next one gets it.
    const dead: DeadMessage[] = [];
    await startDrain(dead);
    await eventually(() => expect(dead).toHaveLength(1));
    expect(dead[0]?.delivery).toMatchObject({ messageId: 'M-1', redelivered: true });
  });
});
