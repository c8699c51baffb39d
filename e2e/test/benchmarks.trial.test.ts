import { join } from 'node:path';
import { allQueues, queueNames } from '@hub/messaging';
import {
  holdE2eBroker,
  patience,
  purgeBroker,
  repositoryRoot,
  TEST_ENCRYPTION_KEY,
  testConfig,
  type HeldBroker,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from './support/run-program';

const WITHIN_MS = 240_000;

let broker: HeldBroker;
beforeAll(async () => {
  broker = await holdE2eBroker();
  await purgeBroker(broker.amqpUrl, queueNames(allQueues()));
});
afterAll(() => broker?.release());

/** What was printed, and how it ended. */
async function bench(name: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(
    join(repositoryRoot(), 'bench', 'dist', name, 'main.js'),
    {
      args,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: testConfig().databaseUrl,
        AMQP_URL: broker.amqpUrl,
        HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
        RELAY_EMAIL_DOMAIN: 'relay.hub.test',
        HUB_ENVIRONMENT: 'test',
      },
      withinMs: patience(WITHIN_MS),
    },
  );
  return `${stderr}${stdout}exit ${exitCode}`;
}

/** Their figures say nothing here: small, and on any machine. Whole: bench/README.md. */
describe('benchmarks of upgrading and scaling, small', () => {
  it(
    'migrate: orders arrive while their tables are migrated, and none is refused',
    async () => expect(await bench('migrate', ['5000'])).toMatch(/other answers \{\},[^\n]*\nexit 0$/),
    WITHIN_MS,
  );

  it(
    'retention: a day of the ledger is dropped beside stock events',
    async () =>
      expect(await bench('retention', ['100000'])).toMatch(
        /\nday of 100000 rows: gone and unlocked after [^\n]*\n(.*\n)*exit 0$/,
      ),
    WITHIN_MS,
  );

  it(
    'endurance: no table grows by more than its rows need, and no event is refused',
    async () => {
      const printed = await bench('endurance', ['2', '100000', '--small']);
      expect(printed).toMatch(/\nall tables stayed flat\nexit 0$/);
      expect(printed).not.toMatch(/ times \d{3}/);
    },
    WITHIN_MS,
  );

  it(
    'copies: every kind of event is answered by two copies of each service, without a deadlock',
    async () => {
      const printed = await bench('copies', ['--small']);
      expect(printed).toMatch(/\nexit 0$/);
      expect(printed.match(/^2 of each, .* 0 deadlocks, /gm)).toHaveLength(6);
    },
    WITHIN_MS,
  );
});
