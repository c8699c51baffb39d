import { once } from 'node:events';
import { deadLetterConsumer, startWorker } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { handleDeadLetter } from '../src/dead-letters/handle-dead-letter';

/** Support that stops with its rows written and not committed, until it is told to go on: the test kills it. */
const { DATABASE_URL = '', AMQP_URL = '' } = process.env;

void startWorker(
  {
    name: 'doomed',
    config: { DATABASE_URL, AMQP_URL, LOG_LEVEL: 'error' },
    logger: createLogger({ service: 'doomed', level: 'error' }),
    subscriptions: () => ({
      consumers: [
        deadLetterConsumer(async (tx, dead, now) => {
          await handleDeadLetter(tx, dead, now);
          process.stdout.write('written\n');
          await once(process.stdin, 'data');
        }),
      ],
    }),
  },
  [],
);
