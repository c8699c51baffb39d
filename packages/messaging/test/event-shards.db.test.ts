import { InventoryUpdated, ReturnCreated } from '@hub/contract';
import type { Component, Logger } from '@hub/runtime';
import { anEnvelope, anInventoryUpdate, eventually, purgeBroker, Wire } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  allQueues,
  deadLetterConsumer,
  decided,
  emptyShards,
  eventBatchConsumer,
  eventConsumer,
  queueNames,
  shardsBeyond,
  type DeadMessage,
  type EventAnswer,
  type Subscriptions,
} from '../src';
import { FAILURE_POLICY } from '../src/failure-policy';
import { shardOfShop } from '../src/shards/shard-names';
import {
  aReturnEvent,
  countMarks,
  dieWithMessageOf,
  FrameWorld,
  leaveMark,
  setReadOnly,
  stopAll,
  type SentEvent,
} from './frame-world';

const QUEUE = 'returns.return.created';
const SHARDS = 4;
const SHOPS = [1, 2, 3, 4, 5, 6, 7, 8];
const shard = (number: number) => `${QUEUE}.shard-${number}`;
/** A shop of each shard. */
const shopOf = (number: number) => SHOPS.find((shopId) => shardOfShop(shopId, SHARDS) === number) ?? 0;
const accepted = decided({ status: 200, outcome: 'accepted' });

let world: FrameWorld;
beforeEach(async () => {
  world = await FrameWorld.open();
  await purgeBroker(world.amqpUrl, queueNames(allQueues(SHARDS)));
}, 60_000);
afterEach(async () => {
  const { amqpUrl } = world;
  letGo();
  await world.close();
  await purgeBroker(amqpUrl, queueNames(allQueues(SHARDS)));
}, 60_000);

/** Handlers that wait from here on, until they are let go: at the latest at the end of a test, so that a red one ends. */
let holds = false;
const held: (() => void)[] = [];
const hold = async () => {
  if (holds) await new Promise<void>((resolve) => held.push(resolve));
};
function letGo(): void {
  holds = false;
  for (const release of held.splice(0)) release();
}

interface Handled {
  shopId: number;
  eventId: string;
}

interface Copy {
  handled: Handled[];
  components: Component[];
}

/** A copy of the worker of returns: it records what it handles, and leaves a mark for each. */
async function startCopy(
  {
    shards = SHARDS,
    amqpUrl = world.amqpUrl,
    logger,
  }: { shards?: number; amqpUrl?: string; logger?: Logger } = {},
  during: (event: Handled) => Promise<void> = async () => undefined,
): Promise<Copy> {
  const handled: Handled[] = [];
  const subscriptions = (): Subscriptions => ({
    consumers: [
      eventConsumer({
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: async (tx, { shopId, eventId }) => {
          await leaveMark(tx, eventId);
          await during({ shopId, eventId });
          handled.push({ shopId, eventId });
          return accepted;
        },
      }),
    ],
  });
  const components = await world.startWorker(subscriptions, {
    balanceEveryMs: 200,
    ...(logger && { logger }),
    config: { EVENT_SHARDS: shards, AMQP_URL: amqpUrl },
  });
  return { handled, components };
}

/** Tells what is logged. */
function loggerOf(logged: (message: string) => unknown): Logger {
  const log = (message: string) => void logged(message);
  const logger: Logger = { error: log, warn: log, info: log, debug: log, child: () => logger };
  return logger;
}

type Send = (event: SentEvent) => Promise<EventAnswer>;

let sentSoFar = 0;
/** Sends so many events of each shop at once. @returns how each was answered */
function sendRound(send: Send, { each = 3, shops = SHOPS, timeoutMs = 20_000 } = {}): Promise<EventAnswer[]> {
  const events = shops.flatMap((shopId) =>
    Array.from({ length: each }, () => ({ ...aReturnEvent(`E-${(sentSoFar += 1)}`), shopId, timeoutMs })),
  );
  return Promise.all(events.map((event) => send(event)));
}

/** The shops of each copy's events since the last time. */
function takeShops(copies: readonly Copy[]): number[][] {
  return copies.map(({ handled }) =>
    [...new Set(handled.splice(0).map(({ shopId }) => shopId))].toSorted((a, b) => a - b),
  );
}

/** Sends until every shop's events are handled by one copy, and each copy has as many shops. */
async function untilShared(send: Send, copies: readonly Copy[]): Promise<number[][]> {
  return eventually(
    async () => {
      takeShops(copies);
      await sendRound(send);
      const shops = takeShops(copies);
      expect(shops.map(({ length }) => length)).toEqual(copies.map(() => SHOPS.length / copies.length));
      return shops;
    },
    { timeoutMs: 30_000 },
  );
}

const isAnswered = (answer: EventAnswer) => answer.kind === 'answered' && answer.verdict.status === 200;
const count = async (queue: string) => (await world.channel.checkQueue(queue)).messageCount;

describe('events in shards, with two copies of their worker', () => {
  it('are shared between both, and those of one shop stay with one copy', async () => {
    const copies = [await startCopy(), await startCopy()];
    const send = await world.sender(SHARDS);
    const shared = await untilShared(send, copies);
    const shards = shared.map((shops) => new Set(shops.map((shopId) => shardOfShop(shopId, SHARDS))));
    expect(shards.map(({ size }) => size)).toEqual([SHARDS / 2, SHARDS / 2]);

    for (let round = 0; round < 10; round += 1) {
      expect((await sendRound(send)).every(isAnswered)).toBe(true);
      expect(takeShops(copies)).toEqual(shared);
    }
  }, 90_000);

  it('go to the other when a copy ends, each handled once and every sender answered', async () => {
    const [first, second] = [await startCopy(), await startCopy()];
    const send = await world.sender(SHARDS);
    await untilShared(send, [first, second]);
    const before = await countMarks(world.db);

    const answers = [sendRound(send, { each: 20 })];
    for (const component of first.components) component.beginStop?.();
    await stopAll(first.components);
    takeShops([first, second]);
    answers.push(sendRound(send));

    const all = (await Promise.all(answers)).flat();
    expect(all.filter((answer) => !isAnswered(answer))).toEqual([]);
    expect(takeShops([first, second])[0]).toEqual([]);
    expect(await countMarks(world.db)).toBe(before + all.length);
    // And half of them to the one that takes its place.
    await untilShared(send, [second, await startCopy()]);
  }, 90_000);

  it('go to the other when a copy is killed with events in flight, each handled once and every sender answered', async () => {
    const wire = await Wire.to(world.amqpUrl);
    const doomed = await startCopy({ amqpUrl: wire.url }, hold);
    const other = await startCopy();
    const send = await world.sender(SHARDS);
    await untilShared(send, [doomed, other]);
    const before = await countMarks(world.db);

    // Given a copy with events in flight, which commits them but can neither answer nor acknowledge.
    holds = true;
    const round = sendRound(send, { each: 10, timeoutMs: 40_000 });
    await eventually(() => expect(held.length).toBeGreaterThan(0));
    wire.cut();
    letGo();

    const answers = await round;
    expect(answers.filter((answer) => !isAnswered(answer))).toEqual([]);
    expect(await countMarks(world.db)).toBe(before + answers.length);
    // From now on the other has every shop.
    takeShops([doomed, other]);
    expect((await sendRound(send)).every(isAnswered)).toBe(true);
    expect(takeShops([doomed, other])).toEqual([[], SHOPS]);
    wire.close();
  }, 120_000);
});

describe('an event in a shard', () => {
  it('whose handler throws comes back by the plain queue', async () => {
    let throws = true;
    const copy = await startCopy({}, async () => {
      if (throws) throw new TypeError('at first');
    });
    const send = await world.sender(SHARDS);
    expect(await send({ ...aReturnEvent('E-1'), shopId: 3 })).toMatchObject({ verdict: { status: 503 } });
    const waiting = await eventually(async () => {
      const message = await world.take('hub.delay.1000');
      expect(message).not.toBeNull();
      return message;
    });
    expect(waiting?.fields.routingKey).toBe(QUEUE);
    throws = false;
    world.channel.sendToQueue(QUEUE, waiting?.content ?? Buffer.from(''), waiting?.properties);
    await eventually(() => expect(copy.handled).toEqual([{ shopId: 3, eventId: 'E-1' }]));
    expect(await countMarks(world.db)).toBe(1);
  }, 60_000);

  it('that the broker gives up is a failed message of the plain queue', async () => {
    await startCopy();
    await world.stopWorkers();
    world.channel.sendToQueue(shard(2), aReturnEvent('E-CRASH').body, {
      messageId: '10000000-0000-4000-8000-000000000001',
      type: 'return.created',
      headers: { 'x-shop-id': 2 },
    });
    const { times } = FAILURE_POLICY.processLost.again;
    for (let crashes = 0; crashes <= times; crashes += 1) await dieWithMessageOf(world.amqpUrl, shard(2));
    const dead: DeadMessage[] = [];
    await world.startWorker(() => ({
      consumers: [deadLetterConsumer(async (_tx, message) => void dead.push(message))],
    }));
    await eventually(() => expect(dead).toHaveLength(1));
    expect(dead[0]).toMatchObject({ origin: QUEUE, reason: 'delivery_limit', attempts: times + 1 });
  }, 60_000);

  it('is not consumed while the database is away, and handled once it is back', async () => {
    const copy = await startCopy();
    const send = await world.sender(SHARDS);
    expect((await sendRound(send, { each: 1 })).every(isAnswered)).toBe(true);
    await setReadOnly(world, 'on');
    const unanswered = sendRound(send, { each: 1, timeoutMs: 1_000 });
    for (const name of [QUEUE, shard(1), shard(4), 'database']) await world.becomes(name, false);
    await unanswered;
    const late = sendRound(send, { each: 1, timeoutMs: 60_000 });
    await eventually(async () => {
      for (let number = 1; number <= SHARDS; number += 1)
        expect(await count(shard(number))).toBeGreaterThan(0);
    });
    await setReadOnly(world, 'off');
    await world.becomes(shard(1), true);
    expect((await late).every(isAnswered)).toBe(true);
    await eventually(() => expect(copy.handled).toHaveLength(3 * SHOPS.length));
  }, 60_000);
});

describe('a copy that has several shards', () => {
  it('handles no more at once than from one queue', async () => {
    await startCopy({}, hold);
    const send = await world.sender(SHARDS);
    expect((await sendRound(send)).every(isAnswered)).toBe(true);

    holds = true;
    const each = 20;
    const round = sendRound(send, { each, timeoutMs: 40_000 });
    // Given as many fetched as may be: eight ahead of each shard.
    await eventually(async () => {
      const waiting = await Promise.all([1, 2, 3, 4].map((number) => count(shard(number))));
      expect(waiting.reduce((sum, one) => sum + one, 0)).toBe(each * SHOPS.length - 8 * SHARDS);
    });
    // The broker has handed them out; the worker may have yet to read them.
    await eventually(() => expect(held).toHaveLength(8));
    letGo();
    expect((await round).every(isAnswered)).toBe(true);
  }, 60_000);

  it('keeps them while an event of a subscription that it has ended is still in flight', async () => {
    const passedOn: string[] = [];
    const copy = await startCopy(
      { logger: loggerOf((message) => message === 'shard passed on' && passedOn.push(message)) },
      hold,
    );
    const send = await world.sender(SHARDS);
    // Given the first event of the plain queue: it comes alone, and the copy then subscribes again for more at once.
    holds = true;
    world.channel.sendToQueue(QUEUE, aReturnEvent('E-HELD').body, {
      messageId: '10000000-0000-4000-8000-000000000002',
      type: 'return.created',
      headers: { 'x-shop-id': 2 },
    });
    await eventually(() => expect(held).toHaveLength(1));
    await eventually(async () => expect((await world.channel.checkQueue(QUEUE)).consumerCount).toBe(2));
    holds = false;

    // When it receives from all shards for as long as it looks ten times.
    const until = Date.now() + 2_000;
    while (Date.now() < until) expect((await sendRound(send)).every(isAnswered)).toBe(true);
    expect(new Set(copy.handled.map(({ shopId }) => shopId)).size).toBe(SHOPS.length);
    expect(passedOn).toEqual([]);
  }, 60_000);

  it('handles their events together in batches', async () => {
    const batches: number[][] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const consumer = eventBatchConsumer({
      event: 'inventory.updated',
      data: InventoryUpdated,
      subject: (data) => data.variant_id,
      maxBatch: 128,
      handleAll: async (_tx, events) => {
        batches.push(events.map(({ shopId }) => shopId));
        if (batches.length === 1) await gate;
        return events.map(() => accepted);
      },
    });
    await world.startWorker(() => ({ consumers: [consumer] }), { config: { EVENT_SHARDS: SHARDS } });
    const send = await world.sender(SHARDS);
    const update = (eventId: string, shopId: number) => {
      const envelope = anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: 'V-1' }), {
        event_id: eventId,
      });
      const body = Buffer.from(JSON.stringify(envelope));
      return send({ name: 'inventory.updated', body, shopId });
    };
    const first = update('E-0', 1);
    await eventually(() => expect(batches).toEqual([[1]]));
    const rest = Array.from({ length: 40 }, (_, index) => update(`E-${index + 1}`, (index % 8) + 1));
    for (let number = 1; number <= SHARDS; number += 1)
      await world.waitUntilEmpty(`inventory.inventory.updated.shard-${number}`);
    release();
    expect((await Promise.all([first, ...rest])).every(isAnswered)).toBe(true);
    const shardsIn = (batch: number[]) => new Set(batch.map((shopId) => shardOfShop(shopId, SHARDS))).size;
    expect(Math.max(...batches.map(shardsIn))).toBeGreaterThan(1);
  }, 60_000);
});

describe('the number of shards', () => {
  /** Of the broker; a separate channel, as it closes one that asks for a missing queue. */
  async function exists(queue: string): Promise<boolean> {
    const channel = await world.confirmChannel();
    channel.on('error', () => undefined);
    return channel.checkQueue(queue).then(
      () => true,
      () => false,
    );
  }

  it('one: there is no shard, and every event goes to its queue', async () => {
    const copy = await startCopy({ shards: 1 });
    const send = await world.sender();
    expect((await sendRound(send)).every(isAnswered)).toBe(true);
    for (const { name } of shardsBeyond().slice(0, 8)) expect(await exists(name)).toBe(false);
    await world.stopWorkers();
    const later = await world.sender();
    await sendRound(later, { each: 1, timeoutMs: 1 });
    await eventually(async () => expect(await count(QUEUE)).toBe(SHOPS.length));
    expect(copy.handled).toHaveLength(3 * SHOPS.length);
  }, 60_000);

  it('grows without a loss, even where the ingress has the new one first: events wait for a worker that has it', async () => {
    const early = await startCopy({ shards: 2 });
    const send = await world.sender(SHARDS);
    const timeoutMs = 1_000;
    const answers = await sendRound(send, { each: 2, timeoutMs });
    expect(answers.filter(isAnswered)).toHaveLength(SHOPS.length);
    expect((await count(shard(3))) + (await count(shard(4)))).toBe(SHOPS.length);

    const later = await startCopy();
    await eventually(() => expect(early.handled.length + later.handled.length).toBe(2 * SHOPS.length));
    expect(await countMarks(world.db)).toBe(2 * SHOPS.length);
    expect((await sendRound(send)).every(isAnswered)).toBe(true);
  }, 60_000);

  it('shrinks without a loss: what waits beyond it goes to the plain queue, and its shards are deleted on demand', async () => {
    await startCopy();
    await world.stopWorkers();
    const send = await world.sender(SHARDS);
    const round = sendRound(send, { each: 2, timeoutMs: 60_000 });
    const copy = await startCopy({ shards: 2 });
    await eventually(() => expect(copy.handled).toHaveLength(SHOPS.length));

    const config = { AMQP_URL: world.amqpUrl, EVENT_SHARDS: 2 };
    const shards = shardsBeyond(2).filter(({ name }) => [shard(3), shard(4)].includes(name));
    let moved = 0;
    await emptyShards({ config, shards, remove: false, moved: (messages) => (moved = messages) });
    expect(moved).toBe(SHOPS.length);
    expect((await round).every(isAnswered)).toBe(true);
    expect(await countMarks(world.db)).toBe(2 * SHOPS.length);
    expect(await exists(shard(3))).toBe(true);
    await emptyShards({ config, shards, remove: true, moved: () => undefined });
    expect(await exists(shard(3))).toBe(false);
    // An ingress that still has the greater number is refused, so that its senders send again.
    expect(await send({ ...aReturnEvent('E-LATE'), shopId: shopOf(3) })).toEqual({ kind: 'not_published' });
  }, 60_000);

  it('a shard that a worker consumes is left to it', async () => {
    await startCopy();
    const [beyond] = shardsBeyond(2).filter(({ name }) => name === shard(3));
    if (!beyond) throw new Error('no shard');
    await emptyShards({
      config: { AMQP_URL: world.amqpUrl, EVENT_SHARDS: 2 },
      shards: [beyond],
      remove: true,
      moved: () => undefined,
    });
    expect(await exists(shard(3))).toBe(true);
    const send = await world.sender(SHARDS);
    expect((await sendRound(send)).every(isAnswered)).toBe(true);
  }, 60_000);
});
