import { deadLetterConsumer, startWorker } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { handleDeadLetter } from '../src/dead-letters/handle-dead-letter';

/** Support that freezes with its rows written and not committed: the test then kills it. */
const { DATABASE_URL = '', AMQP_URL = '' } = process.env;

function freeze(): never {
  process.stdout.write('written\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('thawed');
}

void startWorker(
  {
    name: 'doomed',
    config: { DATABASE_URL, AMQP_URL, LOG_LEVEL: 'error' },
    logger: createLogger({ service: 'doomed', level: 'error' }),
    subscriptions: () => ({
      consumers: [
        deadLetterConsumer(async (tx, dead, now) => {
          await handleDeadLetter(tx, dead, now);
          freeze();
        }),
      ],
    }),
  },
  [],
);
