import { ReturnCreated } from '@hub/contract';
import { createDatabase } from '@hub/database';
import { createLogger, systemClock } from '@hub/runtime';
import { allQueues, Broker, COMMANDS, decided, enqueue, eventConsumer } from '../src';
import { Consumer } from '../src/broker/consumer';
import { DatabaseWatch } from '../src/database-watch';
import { EventFrame } from '../src/events/event-frame';
import { leaveMark } from './frame-world';

/**
 * A worker that freezes right after its commit, before it publishes its outbox, answers or acknowledges; the test then
 * kills it. Its effect: one mark, and one enqueued command.
 */
const { DATABASE_URL = '', AMQP_URL = '' } = process.env;
const logger = createLogger({ service: 'doomed', level: 'error' });

const consumer = eventConsumer({
  event: 'return.created',
  data: ReturnCreated,
  subject: (data) => data.order_id,
  handle: async (tx, { data, correlation }) => {
    await leaveMark(tx, data.order_id);
    await enqueue(tx, COMMANDS.recalculateArticle, { payload: { gtin: '00000000000017' }, correlation });
    return decided({ status: 200, outcome: 'accepted' });
  },
});

function freeze(): never {
  process.stdout.write('committed\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('thawed');
}

const broker = new Broker({ config: { AMQP_URL }, name: 'doomed', queues: allQueues(), logger });
const db = createDatabase(DATABASE_URL);
const database = new DatabaseWatch({ db, logger, clock: systemClock, changed: () => undefined });
const work = { db, logger, clock: systemClock, wakeRelay: freeze, database };
const frame = new EventFrame(consumer, work, () => undefined);
broker.register(
  new Consumer(
    broker,
    {
      queue: 'returns.return.created',
      prefetch: 8,
      handle: async (delivery) =>
        (await frame.handle([delivery]))[0] ?? { kind: 'reject', reason: 'no settlement' },
    },
    logger,
  ),
);
void broker.start();
