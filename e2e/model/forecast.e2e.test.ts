import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { allQueues, commandQueue, COMMANDS, type ForecastAnswer } from '@hub/messaging';
import { createTestDatabase, eventually, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoreWriter } from '../../packages/store-writes/src/store-writer';
import { aTwist, KINDS } from './support/any-message';
import { aPlan, aScene } from './support/any-scene';
import { noteEffects, takeEffects, withoutNotes, type Effects } from './support/effects';
import { RestingWorkers, type Handled } from './support/resting-workers';
import type { TestLogger } from './support/worker';

const RUNS = Number(process.env['FORECAST_RUNS'] ?? 8);
/** Each message twice: the second time it was handled before. */
const TIMES = 2;

let database: TestDatabase;
let store: Server;
let workers: RestingWorkers;
let storeApiRoot: string;
let scenes = 0;
/** Calls that a store got. */
const calls: string[] = [];
beforeAll(async () => {
  // Nothing changes behind a message: what it makes due is not claimed, and what it claims is not called.
  Reflect.set(StoreWriter.prototype, 'wake', () => undefined);
  Reflect.set(StoreWriter.prototype, 'carryOut', () => undefined);
  store = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.split('?')[0]}`);
    response.writeHead(503).end('{}');
  });
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  const address = store.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  storeApiRoot = `http://127.0.0.1:${address.port}`;
  database = await createTestDatabase();
  await noteEffects(database.db);
  workers = await RestingWorkers.open(database.db, { config: configOf(database.url), logger: silent });
}, 60_000);
afterAll(async () => {
  store.close();
  store.closeAllConnections();
  await workers.stop();
  await database.drop();
}, 60_000);

describe('what a replay is said to do, of every kind of message', () => {
  it('is asked of every worker that there is, of every kind in the message map', () => {
    const asked = KINDS.map(([queue]) => queue).toSorted();
    expect(asked).toEqual(workers.queues.toSorted());
    expect(asked).toEqual(
      allQueues()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it.each(KINDS)('%s: it is what it then does, however everything stands', async (queue, make) => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(aPlan, aTwist, async (plan, twist) => {
        scenes += 1;
        const path = `/${scenes}`;
        const scene = await aScene(db, plan, { number: scenes, storeApiRoot: `${storeApiRoot}${path}` });
        const message = make(scene, twist);
        for (let time = 1; time <= TIMES; time += 1) {
          await takeEffects(db);
          const forecast = await forecastInTime(message);
          expect(await takeEffects(db)).toEqual([]);
          expect(calls.filter((call) => call.includes(`${path}/`))).toEqual([]);
          const handled = await workers.handle(message);
          const [effects = NONE] = await takeEffects(db);
          const called = calls.splice(0).map((call) => call.replace(path, ''));
          expect(predicted(forecast)).toEqual(did(queue, forecast, { handled, effects, called }));
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

/** On a busy machine two seconds pass with a few statements: it is asked again, as a lead of support would. */
function forecastInTime(message: Parameters<typeof workers.forecast>[0]): Promise<ForecastAnswer> {
  return eventually(async () => {
    const forecast = await workers.forecast(message);
    expect(forecast.end.kind).not.toBe('too_slow');
    return forecast;
  });
}

const NONE = { commands: {}, rows: {} };

interface Did {
  handled: Handled;
  /** Of the first transaction that wrote anything. */
  effects: Effects;
  called: string[];
}

function predicted(forecast: ForecastAnswer) {
  return { end: forecast.end, ...withoutNotes(forecast) };
}

/** The work that is done in several transactions, the first of which may only read. */
const IN_STEPS = [COMMANDS.recalculateArticle, COMMANDS.recalculateShop, COMMANDS.serveWaitingLines].map(
  (command) => commandQueue(command).name,
);

/** What was done, in the terms of the forecast. A forecast goes as far as the store's answer, or the first of several transactions. */
function did(queue: string, { end, ...first }: ForecastAnswer, { handled, effects, called }: Did) {
  if (end.kind === 'calls' && called.includes(end.call)) return { end, ...effects };
  const isDone = ['done', 'ignored'].includes(handled.settlement.kind);
  if (end.kind === 'goes_on' && isDone && IN_STEPS.includes(queue))
    return { end, ...(isNothing(first) ? NONE : effects) };
  return { end: endOf(handled), ...effects };
}

const isNothing = ({ commands, rows }: Effects): boolean =>
  Object.keys(commands).length === 0 && Object.keys(rows).length === 0;

/** The end of a message, as a forecast states it. */
function endOf({ settlement, verdict }: Handled): ForecastAnswer['end'] {
  switch (settlement.kind) {
    case 'done':
      if (verdict) return { kind: 'answered', verdict };
      return settlement.outcome === 'pending'
        ? { kind: 'pending' }
        : { kind: 'handled', outcome: settlement.outcome, ignored: false };
    case 'ignored':
      return { kind: 'handled', outcome: settlement.reason, ignored: true };
    case 'retry':
      return settlement.error === undefined
        ? { kind: 'again', reason: settlement.reason }
        : { kind: 'fails', reason: settlement.reason };
    case 'postpone':
    case 'behind':
      return { kind: 'again', reason: settlement.reason };
    case 'reject':
      return { kind: 'fails', reason: settlement.reason };
    case 'away':
      return { kind: 'again', reason: 'the database is unavailable' };
  }
}

function configOf(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    AMQP_URL: 'amqp://127.0.0.1:9',
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    RELAY_EMAIL_DOMAIN: 'relay.hub.test',
    ALLOW_INSECURE_STORES: true,
    STORE_TIMEOUT_MS: 60_000,
    STORE_RETRY_BASE_MS: 1,
    SYNC_INTERVAL_MS: 60_000,
    PLACING_PASSES_MS: [60_000],
    CATALOGUE_INTERVAL_MS: 86_400_000,
    HEALTH_PORT: undefined,
    LOG_LEVEL: 'error' as const,
  };
}

const silent: TestLogger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silent,
};
