import { PassThrough } from 'node:stream';
import { ReturnCreated } from '@hub/contract';
import { createLogger } from '@hub/runtime';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandConsumer, COMMANDS, decided, done, eventConsumer, type Subscriptions } from '../src';
import { aReturnEvent, FrameWorld, leaveMark, setReadOnly } from './frame-world';

const EVENTS = 'returns.return.created';
const SENT = 'returns.return.register';
const returnId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

const putCommand = (index: number) =>
  world.channel.sendToQueue(SENT, Buffer.from(JSON.stringify({ returnId: returnId(index) })), {
    persistent: true,
    type: 'return.register',
    messageId: `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  });

const putEvent = (eventId: string, receivedAt: number) =>
  world.channel.sendToQueue(EVENTS, aReturnEvent(eventId, eventId).body, {
    persistent: true,
    type: 'return.created',
    messageId: eventId,
    headers: { 'x-shop-id': 1, 'x-received-at': receivedAt },
  });

const count = async (queue: string) => (await world.channel.checkQueue(queue)).messageCount;

describe('D37: the database is unavailable (read-only)', () => {
  it('pauses consuming without an attempt spent; when it is back all is handled, events that stores still wait for first', async () => {
    const said: string[] = [];
    const stream = new PassThrough().on('data', (line: Buffer) => said.push(line.toString()));
    const handled: string[] = [];
    const subscriptions = (): Subscriptions => ({
      consumers: [
        commandConsumer(COMMANDS.registerReturn, async (tx, { payload }) => {
          await leaveMark(tx, payload.returnId);
          return done('it is registered');
        }),
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          concurrency: 1,
          handle: async (tx, { data }) => {
            await leaveMark(tx, data.order_id);
            handled.push(data.customer_note ?? '');
            return decided({ status: 200, outcome: 'accepted' });
          },
        }),
      ],
    });
    await world.startWorker(subscriptions, {
      logger: createLogger({ service: 'test', level: 'info', stream }),
    });

    // Given a database that refuses to write, met by a command.
    await setReadOnly(world, 'on');
    for (let index = 0; index < 20; index += 1) putCommand(index);
    for (const part of [SENT, EVENTS, 'database']) await world.becomes(part, false);
    await eventually(async () => expect(await count(SENT)).toBe(20));
    putEvent('old', Date.now() - 60_000);
    putEvent('fresh', Date.now());
    const waiting = await world.take(SENT);
    expect(waiting?.properties.headers?.['x-attempts']).toBeUndefined();
    putCommand(20);

    // When it is back.
    await setReadOnly(world, 'off');
    await world.becomes(SENT, true);

    // Then all of it is done, and logged in two lines.
    await eventually(async () => expect(await world.db.cancellationMarker.count()).toBe(22));
    expect(handled).toEqual(['fresh', 'old']);
    expect(await count('dead-letters')).toBe(0);
    const lines = said.join('').split('\n');
    expect(lines.filter((line) => line.includes('database unreachable'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('database reachable again'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('stack'))).toEqual([]);
  }, 60_000);
});
