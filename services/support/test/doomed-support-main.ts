import { once } from 'node:events';
import { deadLetterConsumer, startWorker } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { TEST_ENCRYPTION_KEY, testCipher } from '@hub/testing';
import { handleDeadLetter } from '../src/dead-letters/handle-dead-letter';

/** Support that stops with its rows written and not committed, until it receives the signal to continue: the test kills it. */
const { DATABASE_URL = '', AMQP_URL = '' } = process.env;

// It ends with the test.
process.stdin.on('end', () => process.exit()).resume();

void startWorker(
  {
    name: 'doomed',
    config: { DATABASE_URL, AMQP_URL, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, LOG_LEVEL: 'error' },
    logger: createLogger({ service: 'doomed', level: 'error' }),
    subscriptions: () => ({
      consumers: [
        deadLetterConsumer(async (tx, dead, now) => {
          await handleDeadLetter(testCipher())(tx, dead, now);
          process.stdout.write('written\n');
          await once(process.stdin, 'data');
        }),
      ],
    }),
  },
  [],
);
