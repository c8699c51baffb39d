import { randomUUID } from 'node:crypto';
import { ReturnCreated } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  afterEnd,
  callingConsumer,
  commandConsumer,
  COMMANDS,
  done,
  enqueueReplays,
  eventConsumer,
  postpone,
  reject,
  unsettled,
  type Settlement,
} from '../src';
import { aReturnEvent, FrameWorld } from './frame-world';

const EVENTS = 'returns.return.created';
const COMMAND = 'inventory.network-quantity.recalculate';

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

/** A failed message whose replay is pending. */
async function aReplayed(
  overrides: { origin?: string; type?: string; body?: Buffer; headers?: object } = {},
): Promise<{ id: string; messageId: string }> {
  const [id, messageId] = [randomUUID(), randomUUID()];
  await world.db.deadLetter.create({
    data: {
      id,
      origin: overrides.origin ?? COMMAND,
      identity: id,
      type: overrides.type ?? 'network-quantity.recalculate',
      correlation: 'C-1',
      body: new Uint8Array(overrides.body ?? Buffer.from('{"gtin":"00000000000017"}')),
      headers: { 'x-attempts': 6, 'x-reason': 'TypeError', ...overrides.headers },
      reason: 'TypeError',
      attempts: 6,
      state: 'replaying',
      replayId: messageId,
      replaySeenAt: new Date(0),
      firstFailedAt: new Date(),
      lastFailedAt: new Date(),
    },
  });
  return { id, messageId };
}

const enqueueOne = ({ id, messageId }: { id: string; messageId: string }) =>
  inTransaction(world.db, (tx) => enqueueReplays(tx, [{ deadLetterId: id, messageId }]));

const find = (id: string) => world.db.deadLetter.findUniqueOrThrow({ where: { id } });

function ending(end: () => Settlement) {
  return () => ({ consumers: [callingConsumer(COMMANDS.recalculateArticle, async () => end())] });
}

describe('a replay through the outbox', () => {
  it('is the original bytes, at the queue the message failed in, without attempts or a reply address', async () => {
    // Given a worker that relays and consumes nothing.
    await world.startWorker(() => ({ consumers: [] }));
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x20, 0x7d]);
    const failedMessage = await aReplayed({
      origin: EVENTS,
      type: 'return.created',
      body,
      headers: { 'x-shop-id': 7 },
    });
    await enqueueOne(failedMessage);
    const message = await eventually(async () => {
      const found = await world.take(EVENTS);
      expect(found).not.toBeNull();
      return found;
    });
    expect(message?.content.equals(body)).toBe(true);
    expect(message?.properties).toMatchObject({
      messageId: failedMessage.messageId,
      type: 'return.created',
      correlationId: 'C-1',
      replyTo: undefined,
      headers: { 'x-dead-letter-id': failedMessage.id, 'x-shop-id': 7 },
    });
    expect(message?.properties.headers).not.toHaveProperty('x-attempts');
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
  });

  it('waits in the outbox while its queue accepts nothing, and blocks nothing else', async () => {
    await world.startWorker(ending(() => done('it is counted')));
    await enqueueOne(await aReplayed({ origin: 'unknown.queue' }));
    const other = await aReplayed();
    await enqueueOne(other);
    await eventually(async () => expect((await find(other.id)).state).toBe('resolved'));
    // A sent row leaves the outbox with its confirm, which may come after its consumer is done.
    await eventually(async () =>
      expect(await world.db.outbox.findMany({ select: { queue: true } })).toEqual([
        { queue: 'unknown.queue' },
      ]),
    );
  });
});

describe('the frame records the outcome of a replay', () => {
  it('handled: the failed message is resolved, with its outcome', async () => {
    await world.startWorker(ending(() => done('it is counted')));
    const failedMessage = await aReplayed();
    await enqueueOne(failedMessage);
    await eventually(async () =>
      expect(await find(failedMessage.id)).toMatchObject({ state: 'resolved', outcome: 'it is counted' }),
    );
    expect((await find(failedMessage.id)).endedAt).not.toBeNull();
  });

  it('handled, and its effect is a call to a store (D23): it waits for the end of that call', async () => {
    await world.startWorker(() => ({
      consumers: [callingConsumer(COMMANDS.deliverTracking, async () => done('it is due'))],
    }));
    const failedMessage = await aReplayed({
      origin: 'fulfilment.tracking.deliver',
      type: 'tracking.deliver',
      body: Buffer.from(JSON.stringify({ packageId: randomUUID() })),
    });
    await enqueueOne(failedMessage);
    await eventually(async () =>
      expect(await find(failedMessage.id)).toMatchObject({
        state: 'replaying',
        replayId: null,
        outcome: 'it is due',
        endedAt: null,
      }),
    );
  });

  it('of a command done in a transaction: with its effects, so that failures they cause come after', async () => {
    const failedMessage = await aReplayed();
    let asCommitted: Promise<string> | undefined;
    await world.startWorker(() => ({
      consumers: [
        commandConsumer(COMMANDS.recalculateArticle, async (tx) => {
          afterEnd(tx, () => {
            asCommitted = find(failedMessage.id).then(({ state }) => state);
          });
          return done('due');
        }),
      ],
    }));
    await enqueueOne(failedMessage);
    await eventually(() => expect(asCommitted).toBeDefined());
    expect(await asCommitted).toBe('resolved');
  });

  it('deferred: it stays pending and is marked as seen', async () => {
    await world.startWorker(ending(() => postpone('held', 300_000)));
    const failedMessage = await aReplayed();
    await enqueueOne(failedMessage);
    await eventually(async () => {
      const found = await find(failedMessage.id);
      expect(found.replaySeenAt?.getTime()).toBeGreaterThan(0);
      expect(found.state).toBe('replaying');
    });
  });

  it('failed again: it is left to the drain of failed messages', async () => {
    await world.startWorker(ending(() => reject('no')));
    const failedMessage = await aReplayed();
    await enqueueOne(failedMessage);
    const dead = await eventually(async () => {
      const message = await world.take('dead-letters');
      expect(message).not.toBeNull();
      return message;
    });
    expect(dead?.properties).toMatchObject({
      messageId: failedMessage.messageId,
      headers: { 'x-dead-letter-id': failedMessage.id, 'x-origin': COMMAND, 'x-attempts': 1 },
    });
    expect((await find(failedMessage.id)).state).toBe('replaying');
  });

  it('not recorded, as the process died: the message is redelivered and recorded then', async () => {
    // Given a replay that was handled, but whose outcome was not recorded: redelivered, it is recognised as handled.
    await world.startWorker(() => ({ consumers: [] }));
    const failedMessage = await aReplayed();
    await world.db.inbox.create({ data: { consumer: COMMAND, messageId: failedMessage.messageId } });
    await enqueueOne(failedMessage);
    await world.startWorker(() => ({
      consumers: [
        { kind: 'command', command: COMMANDS.recalculateArticle, handle: async () => done('a second time') },
      ],
    }));
    await eventually(async () =>
      expect(await find(failedMessage.id)).toMatchObject({ state: 'resolved', outcome: 'handled before' }),
    );
  });

  it('of an older replay changes nothing, once the message has failed otherwise', async () => {
    await world.startWorker(ending(() => done('it is counted')));
    const failedMessage = await aReplayed();
    await world.db.deadLetter.update({
      where: { id: failedMessage.id },
      data: { state: 'open', replayId: null },
    });
    await enqueueOne(failedMessage);
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
    await world.waitUntilEmpty(COMMAND);
    await world.stopWorkers();
    expect((await find(failedMessage.id)).state).toBe('open');
  });

  it('an event that cannot be decided yet is retried: no store resends a replay', async () => {
    await world.startWorker(() => ({
      consumers: [
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          handle: async () => unsettled('a placement is not settled'),
        }),
      ],
    }));
    const { body } = aReturnEvent('E-1');
    const failedMessage = await aReplayed({
      origin: EVENTS,
      type: 'return.created',
      body,
      headers: { 'x-shop-id': 1 },
    });
    await enqueueOne(failedMessage);
    const waiting = await eventually(async () => {
      const message = await world.take('hub.delay.1000');
      expect(message).not.toBeNull();
      return message;
    });
    expect(waiting?.properties.headers).toMatchObject({
      'x-attempts': 1,
      'x-reason': 'a placement is not settled',
      'x-dead-letter-id': failedMessage.id,
    });
    expect((await find(failedMessage.id)).state).toBe('replaying');
  });
});
