import { ReturnCreated } from '@hub/contract';
import { createLogger } from '@hub/runtime';
import { TEST_ENCRYPTION_KEY } from '@hub/testing';
import { decided, eventConsumer, startWorker } from '../src';
import { leaveMark } from './frame-world';

/** A worker whose process is killed at once by one event; the other messages it holds are redelivered. */
const { DATABASE_URL = '', AMQP_URL = '' } = process.env;

void startWorker(
  {
    name: 'poisoned',
    config: { DATABASE_URL, AMQP_URL, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, LOG_LEVEL: 'error' },
    logger: createLogger({ service: 'poisoned', level: 'error' }),
    subscriptions: () => ({
      consumers: [
        eventConsumer({
          event: 'return.created',
          data: ReturnCreated,
          subject: (data) => data.order_id,
          concurrency: 64,
          handle: async (tx, { data }) => {
            if (data.customer_note === 'POISON') process.kill(process.pid, 'SIGKILL');
            await leaveMark(tx, data.order_id);
            return decided({ status: 200, outcome: 'accepted' });
          },
        }),
      ],
    }),
  },
  [],
);
