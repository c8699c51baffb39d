import { InventoryUpdated, ReturnCreated } from '@hub/contract';
import { WouldCallStore } from '@hub/runtime';
import { anEnvelope, anInventoryUpdate, eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  callingConsumer,
  commandConsumer,
  commandQueue,
  COMMANDS,
  decided,
  done,
  enqueue,
  eventBatchConsumer,
  eventConsumer,
  eventQueue,
  ForecastRequester,
  pending,
  postpone,
  reject,
  type ForecastAnswer,
  type Settlement,
} from '../src';
import type { CallingConsumer, TransactionalConsumer } from '../src/commands/command-consumer';
import type { BatchEventConsumer, SingleEventConsumer } from '../src/events/event-consumer';
import { countMarks, FrameWorld, leaveMark } from './frame-world';

const ID = '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11';
let world: FrameWorld;
let forecasts: ForecastRequester;
/** What the handlers do. */
let handleAll: BatchEventConsumer<typeof InventoryUpdated>['handleAll'];
let handleReturn: SingleEventConsumer<typeof ReturnCreated>['handle'];
let handleCommand: TransactionalConsumer['handle'];
let handleCalling: CallingConsumer['handle'];
beforeAll(async () => {
  world = await FrameWorld.open();
  await world.startWorker(({ broker }) => {
    forecasts = new ForecastRequester(broker);
    return {
      consumers: [
        eventBatchConsumer({
          event: 'inventory.updated',
          data: InventoryUpdated,
          subject: (data) => data.variant_id,
          maxBatch: 8,
          handleAll: (...given) => handleAll(...given),
        }),
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          handle: (...given) => handleReturn(...given),
        }),
        commandConsumer(COMMANDS.cannotShip, (...given) => handleCommand(...given)),
        callingConsumer(COMMANDS.placeShippingOrder, (...given) => handleCalling(...given)),
      ],
    };
  });
}, 60_000);
afterAll(() => world.close(), 60_000);

function ask(message: { queue: string; body: object }): Promise<ForecastAnswer | null> {
  const body = Buffer.from(JSON.stringify(message.body));
  return forecasts.ask({ queue: message.queue, type: 'any', shopId: 1, body });
}

const accepted = decided({ status: 200, outcome: 'accepted' });
const PLACE = { queue: commandQueue(COMMANDS.placeShippingOrder).name, body: { shippingOrderId: ID } };
const CANNOT_SHIP = { queue: commandQueue(COMMANDS.cannotShip).name, body: { shippingOrderId: ID } };

describe('a forecast runs the real handler, and rolls everything back', () => {
  it('of events in batches too; commands are listed, rows counted, and neither stays', async () => {
    handleAll = async (tx, events) => {
      await leaveMark(tx, 'O-1');
      await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId: ID }, correlation: 'C' });
      return events.map(() => accepted);
    };
    const body = anEnvelope('inventory.updated', anInventoryUpdate());
    expect(await ask({ queue: eventQueue('inventory.updated').name, body })).toEqual({
      end: { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } },
      commands: { 'order.route': 1 },
      rows: { cancellation_marker: 1 },
    });
    expect([await countMarks(world.db), await world.db.outbox.count()]).toEqual([0, 0]);
    expect(await world.db.eventLedger.count()).toBe(0);
  });

  it('an answer that waits for calls is one', async () => {
    handleReturn = async () => pending;
    const body = anEnvelope('return.created', {
      order_id: 'O',
      lines: [{ order_line_id: 'L', quantity: 1 }],
    });
    expect(await ask({ queue: eventQueue('return.created').name, body })).toMatchObject({
      end: { kind: 'pending' },
    });
  });

  it.each<[string, () => Settlement, ForecastAnswer['end']]>([
    ['done', () => done('it is well'), { kind: 'handled', outcome: 'it is well', ignored: false }],
    ['deferred', () => postpone('not now', 1), { kind: 'again', reason: 'not now' }],
    ['given up', () => reject('no stock'), { kind: 'fails', reason: 'no stock' }],
    [
      'a fault',
      () => {
        throw new TypeError('x');
      },
      { kind: 'fails', reason: 'TypeError' },
    ],
  ])('a command: %s', async (_, settle, end) => {
    handleCommand = async (tx) => {
      await leaveMark(tx, 'O-1');
      return settle();
    };
    expect(await ask(CANNOT_SHIP)).toMatchObject({ end });
    expect([await countMarks(world.db), await world.db.inbox.count()]).toEqual([0, 0]);
  });

  it('a handler with its own transactions: its first, then what it would do next', async () => {
    const ran: string[] = [];
    handleCalling = async ({ transact }) => {
      await transact(async (tx) => leaveMark(tx, 'O-1'));
      ran.push('first');
      await transact(async (tx) => leaveMark(tx, 'O-2'));
      ran.push('second');
      return done('it is well');
    };
    expect(await ask(PLACE)).toEqual({
      end: { kind: 'goes_on' },
      commands: {},
      rows: { cancellation_marker: 1 },
    });
    expect([ran, await countMarks(world.db)]).toEqual([['first'], 0]);
  });

  it('if it would call a store, that is the answer', async () => {
    handleCalling = async ({ transact }) => {
      await transact(async (tx) => leaveMark(tx, 'O-1'));
      throw new WouldCallStore('place_order', 'fjord');
    };
    expect(await ask(PLACE)).toMatchObject({
      end: { kind: 'calls', call: 'place_order', shop: 'fjord' },
      rows: { cancellation_marker: 1 },
    });
  });

  it('answers within its time limit, however long the handler takes', async () => {
    handleCommand = async (tx) => {
      await tx.$executeRaw`SELECT pg_sleep(30)`;
      return done('it is late');
    };
    expect(await ask(CANNOT_SHIP)).toMatchObject({ end: { kind: 'too_slow' } });
  });
});

describe('a forecast whose queue cannot be declared', () => {
  it('is not given; the worker handles its messages, and forecasts return automatically', async () => {
    const [queue, asked] = [CANNOT_SHIP.queue, `forecast.${CANNOT_SHIP.queue}`];
    const handled: string[] = [];
    handleCommand = async () => {
      handled.push('a message');
      return done('it is well');
    };
    const channel = await world.confirmChannel();
    // As when the node that holds it is unavailable: declaring it is refused.
    await channel.deleteQueue(asked);
    await channel.assertQueue(asked, { durable: true });
    await world.becomes(queue, true);
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(CANNOT_SHIP.body)), { messageId: ID });
    await eventually(() => expect(handled).toEqual(['a message']), { timeoutMs: 30_000 });
    expect(await ask(CANNOT_SHIP)).toBeNull();
    await channel.deleteQueue(asked);
    await eventually(async () => expect(await ask(CANNOT_SHIP)).toMatchObject({ end: { kind: 'handled' } }), {
      timeoutMs: 30_000,
    });
    await channel.close();
  });
});
