import { randomUUID } from 'node:crypto';
import { Prisma, rows, type Database } from '@hub/database';
import { allQueues, commandConsumer, COMMANDS, done, queueNames, startWorker } from '@hub/messaging';
import { createLogger, type Component } from '@hub/runtime';
import {
  createTestDatabase,
  eventually,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import { actOnDeadLetters } from './act-on-messages';
import { freezeDeadLetters } from '../src/messages/find-dead-letters';
import { aDeadLetter, COMMAND_QUEUE } from './stored-dead-letter';

const MarkCounts = z.object({ all: z.bigint(), articles: z.bigint() });

const MANY = 500;

let database: TestDatabase;
let db: Database;
let components: Component[] = [];
const amqpUrl = testAmqpUrl();
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  await purgeBroker(amqpUrl, queueNames(allQueues()));
}, 60_000);
afterEach(async () => {
  for (const component of components.splice(0).reverse()) await component.stop();
  await database.drop();
}, 60_000);

/** A worker that leaves one mark, `order_id` being the article, for each command it handles. */
async function startMarkingWorker(): Promise<void> {
  const logger = createLogger({ service: 'test', level: 'error' });
  const config = {
    DATABASE_URL: database.url,
    AMQP_URL: amqpUrl,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    LOG_LEVEL: 'error' as const,
  };
  const subscriptions = () => ({
    consumers: [
      commandConsumer(COMMANDS.recalculateArticle, async (tx, { payload }) => {
        await tx.$executeRaw(Prisma.sql`
          INSERT INTO cancellation_marker (shop_id, order_id) VALUES (1, ${`${payload.gtin} ${randomUUID()}`})`);
        return done('it is marked');
      }),
    ],
  });
  await startWorker({ name: 'test', config, logger, subscriptions }, components);
}

async function storeMany(): Promise<void> {
  await db.$executeRaw`
    INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at)
    SELECT gen_random_uuid(), ${COMMAND_QUEUE}, n::text, 'network-quantity.recalculate',
      convert_to(format('{"gtin":"%s"}', lpad(n::text, 14, '0')), 'UTF8'), '{}', 'TypeError', 6, now(), now()
    FROM generate_series(1, ${MANY}) AS n`;
}

it('500 failed messages, replayed by two people at once: each is handled once, none is lost', async () => {
  // Given two who have viewed the same group, and a message that fails after they did.
  await storeMany();
  const ids = await freezeDeadLetters(db, { reason: 'TypeError', states: ['open'] });
  expect(ids).toHaveLength(MANY);
  const later = await aDeadLetter(db);
  await startMarkingWorker();

  // When both have it replayed at the same time.
  const [ada, bo] = await Promise.all(
    ['agent:ada', 'agent:bo'].map((actor) => actOnDeadLetters(db, { action: 'replay', ids, actor })),
  );

  // Then every one was sent by one of them, was handled once and is resolved; what they had not seen is unchanged.
  expect((ada?.done.length ?? 0) + (bo?.done.length ?? 0)).toBe(MANY);
  await eventually(
    async () => expect(await db.deadLetter.count({ where: { state: 'resolved' } })).toBe(MANY),
    {
      timeoutMs: 60_000,
      everyMs: 500,
    },
  );
  const [marks] = await rows(
    MarkCounts,
    db.$queryRaw`
    SELECT count(*) AS "all", count(DISTINCT split_part(order_id, ' ', 1)) AS articles FROM cancellation_marker`,
  );
  expect(marks).toEqual({ all: BigInt(MANY), articles: BigInt(MANY) });
  expect(await db.outbox.count()).toBe(0);
  expect(await db.supportAction.count()).toBe(MANY);
  expect(await db.deadLetter.findUnique({ where: { id: later } })).toMatchObject({ state: 'open' });
}, 120_000);
