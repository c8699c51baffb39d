import type { Database } from '@hub/database';
import { liveProcesses, openKeys } from '@hub/installation';
import type { Logger, Component } from '@hub/runtime';
import {
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseClock, KeyGate, startWorker } from '../src';

const OTHER = 'ab'.repeat(32);
let database: TestDatabase;
let db: Database;
const components: Component[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await openKeys(db, { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const component of components.splice(0).toReversed()) await component.stop();
});

function aLogger() {
  const lines: string[] = [];
  const write = (message: string, fields?: unknown) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { error: write, warn: write, info: write, debug: write, child: () => logger };
  return { lines, logger };
}

describe('D34: a process that lacks the current key', () => {
  it('is not ready, attaches no consumer and reports it', async () => {
    const { lines, logger } = aLogger();
    let subscribed = 0;
    const config = { DATABASE_URL: database.url, AMQP_URL: testAmqpUrl(), LOG_LEVEL: 'error' as const };
    const started = startWorker(
      {
        name: 'routing',
        config: { ...config, DATABASE_PREPARED: 'named' as const, HUB_ENCRYPTION_KEY: OTHER },
        logger,
        subscriptions: () => {
          subscribed += 1;
          return { consumers: [] };
        },
      },
      components,
    );
    await eventually(() => expect(lines.join('\n')).toContain('lacks the key'));
    expect(components.find(({ name }) => name === 'keys')?.ready?.()).toBe(false);
    await components.find(({ name }) => name === 'keys')?.stop();
    await started;
    expect(subscribed).toBe(0);
  });

  it('does not wait, but refuses to start if it was given none', async () => {
    const { logger } = aLogger();
    const gate = new KeyGate(db, { config: {}, service: 'returns', clock: new DatabaseClock(), logger });
    components.push(gate);
    await expect(gate.pass()).rejects.toThrow('HUB_ENCRYPTION_KEY: is required');
  });
});

describe('a process that has the current key', () => {
  it('is ready, and listed with its keys, until it stops', async () => {
    const { logger } = aLogger();
    const config = { HUB_ENCRYPTION_KEYS: [OTHER, TEST_ENCRYPTION_KEY] };
    const gate = new KeyGate(db, { config, service: 'returns', clock: new DatabaseClock(), logger });
    expect((await gate.pass())?.reference).toBe(TEST_ENCRYPTION_KEY);
    expect(gate.ready()).toBe(true);
    await eventually(async () =>
      expect(await liveProcesses(db)).toContainEqual(
        expect.objectContaining({ service: 'returns', keyIds: expect.arrayContaining(['4773d12e']) }),
      ),
    );
    await gate.stop();
    expect((await liveProcesses(db)).map(({ service }) => service)).not.toContain('returns');
  });
});
