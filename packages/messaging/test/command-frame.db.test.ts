import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  callingConsumer,
  commandConsumer,
  COMMANDS,
  done,
  enqueue,
  enqueueAll,
  postpone,
  reject,
  retry,
  type CommandInput,
  type Settlement,
} from '../src';
import { countMarks, FrameWorld, leaveMark } from './frame-world';

const QUEUE = 'inventory.network-quantity.recalculate';
const GTIN = '00000000000017';
const message = { payload: { gtin: GTIN }, correlation: 'C-1' };

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

type Handle = (input: CommandInput<{ gtin: string }>) => Settlement | Promise<Settlement>;

/** A worker that leaves one mark for each command it handles, and ends as configured. */
function marking(end: Handle) {
  return () => ({
    consumers: [
      commandConsumer(COMMANDS.recalculateArticle, async (tx, input) => {
        await leaveMark(tx, input.payload.gtin);
        return end(input);
      }),
    ],
  });
}

const enqueueOne = () => inTransaction(world.db, (tx) => enqueue(tx, COMMANDS.recalculateArticle, message));

describe('outbox', () => {
  it('what a transaction enqueued reaches its consumer, with its correlation', async () => {
    const seen: string[] = [];
    await world.startWorker(marking(({ correlation }) => done(`${seen.push(correlation)} seen`)));
    await enqueueOne();
    await eventually(() => expect(seen).toEqual(['C-1']));
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
  });

  it('additions of a later release do no harm: the row, its headers and its payload may have more', async () => {
    const seen: unknown[] = [];
    await world.startWorker(marking(({ payload }) => done(`${seen.push(payload)} seen`)));
    const later: typeof message & { priority: number } = {
      payload: Object.assign({ gtin: GTIN }, { added_later: { deep: [1] } }),
      correlation: 'C-1',
      priority: 1,
    };
    await inTransaction(world.db, (tx) => enqueue(tx, COMMANDS.recalculateArticle, later));
    await eventually(() => expect(seen).toEqual([{ gtin: GTIN }]));
  });

  it('what was rolled back is never sent', async () => {
    await world.startWorker(marking(() => done('it is marked')));
    const broken = inTransaction(world.db, async (tx) => {
      await enqueue(tx, COMMANDS.recalculateArticle, message);
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    await enqueueOne();
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    expect(await world.db.inbox.count()).toBe(1);
  });

  it('two relays share 600 rows: none lost, none handled twice, none left', async () => {
    await world.startWorker(marking(() => done('it is marked')));
    await world.startWorker(marking(() => done('it is marked')));
    const payloads = Array.from({ length: 600 }, () => ({ gtin: GTIN }));
    await inTransaction(world.db, (tx) =>
      enqueueAll(tx, COMMANDS.recalculateArticle, { payloads, correlation: 'C-1' }),
    );
    await eventually(async () => expect(await countMarks(world.db)).toBe(600), { timeoutMs: 60_000 });
    expect(await world.db.outbox.count()).toBe(0);
    expect(await world.db.inbox.count()).toBe(600);
  }, 90_000);

  it('a message that no queue takes stays, and blocks nothing', async () => {
    await world.startWorker(marking(() => done('it is marked')));
    await world.db.outbox.create({
      data: { messageId: randomUUID(), type: 'unknown.type', payload: {}, correlation: 'C-0' },
    });
    await enqueueOne();
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    expect(await world.db.outbox.findMany()).toMatchObject([{ type: 'unknown.type' }]);
  });
});

describe('command frame', () => {
  it('a message delivered three times has one effect', async () => {
    await world.startWorker(marking(() => done('it is marked')));
    const messageId = randomUUID();
    for (let times = 0; times < 3; times += 1)
      world.channel.sendToQueue(QUEUE, Buffer.from(JSON.stringify({ gtin: GTIN })), { messageId });
    await world.waitUntilEmpty(QUEUE);
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    expect(await world.db.inbox.count()).toBe(1);
  });

  it('retry rolls back, spends an attempt and comes again', async () => {
    let failures = 1;
    await world.startWorker(
      marking(() => {
        failures -= 1;
        return failures >= 0 ? retry('not yet') : done('it is marked');
      }),
    );
    await enqueueOne();
    await eventually(async () => expect(await countMarks(world.db)).toBe(1));
    expect(failures).toBe(-1);
  });

  it('D23: a deferred command spends no attempt and carries the call attempts already made', async () => {
    const seen: number[] = [];
    await world.startWorker(() => ({
      consumers: [
        callingConsumer(COMMANDS.recalculateArticle, async (_context, input) => {
          seen.push(input.callAttempts);
          return seen.length === 1 ? postpone('store asks to wait', 500, 2) : reject('enough');
        }),
      ],
    }));
    await enqueueOne();
    const dead = await eventually(async () => {
      const found = await world.take('dead-letters');
      expect(found).not.toBeNull();
      return found;
    });
    expect(seen).toEqual([0, 2]);
    expect(dead?.properties.headers).toMatchObject({ 'x-attempts': 1, 'x-reason': 'enough' });
  });

  it('a payload of the wrong shape is a failed message at once', async () => {
    await world.startWorker(marking(() => done('it is marked')));
    world.channel.sendToQueue(QUEUE, Buffer.from('{"gtin":1}'), { messageId: randomUUID() });
    const dead = await eventually(async () => {
      const found = await world.take('dead-letters');
      expect(found).not.toBeNull();
      return found;
    });
    expect(dead?.properties.headers).toMatchObject({ 'x-origin': QUEUE });
    expect(await countMarks(world.db)).toBe(0);
  });

  it('a deadlock between two messages is resolved by redoing the work, without an attempt spent', async () => {
    await world.db.cancellationMarker.createMany({
      data: [
        { shopId: 9, orderId: 'a' },
        { shopId: 9, orderId: 'b' },
      ],
    });
    const held: string[] = [];
    await world.startWorker(() => ({
      consumers: [
        commandConsumer(COMMANDS.recalculateArticle, async (tx, { payload }) => {
          const [first, second] = payload.gtin.endsWith('1') ? ['a', 'b'] : ['b', 'a'];
          await tx.cancellationMarker.update({
            where: { shopId_orderId: { shopId: 9, orderId: first ?? '' } },
            data: { createdAt: new Date() },
          });
          held.push(first ?? '');
          // Only the first round meets: each holds its row before it locks the other's.
          await eventually(() => expect(held.length).toBeGreaterThanOrEqual(2));
          await tx.cancellationMarker.update({
            where: { shopId_orderId: { shopId: 9, orderId: second ?? '' } },
            data: { createdAt: new Date() },
          });
          return done('it is both');
        }),
      ],
    }));
    await inTransaction(world.db, (tx) =>
      enqueueAll(tx, COMMANDS.recalculateArticle, {
        payloads: [{ gtin: '00000000000001' }, { gtin: '00000000000002' }],
        correlation: 'C-1',
      }),
    );
    await eventually(async () => expect(await world.db.inbox.count()).toBe(2));
    // A second time at least: the loser started over.
    expect(held.length).toBeGreaterThanOrEqual(3);
  });
});
