import type { WorkerName } from '@hub/contract';
import { openDatabase, type Database } from '@hub/database';
import { BodyCipher, type Keys, type KeysConfig } from '@hub/installation';
import {
  createLogger,
  isForecast,
  stopLimitMs,
  type Clock,
  type Logger,
  type LogLevel,
  type Component,
  type Service,
} from '@hub/runtime';
import { Broker } from './broker/broker';
import type { BrokerConfig } from './broker/broker-address';
import { Consumer } from './broker/consumer';
import type { CallingContext } from './commands/command-consumer';
import { callingContext } from './commands/command-frame';
import { DatabaseGate, type GateConfig } from './database-gate';
import { KeyGate } from './key-gate';
import { ClockGate } from './clock/clock-gate';
import { DatabaseClock } from './clock/database-clock';
import { DatabaseWatch, type DatabaseState } from './database-watch';
import { handlerOf, type AnyConsumer, type ReplyAll } from './delivery-handler';
import type { Reply } from './events/event-frame';
import { forecastMessage } from './forecast/forecast-message';
import { ForecastResponder } from './forecast/forecast-responder';
import { sendVerdicts } from './events/event-requester';
import { allQueues } from './message-map';
import { OutboxRelay } from './outbox/outbox-relay';
import { observePool } from './observe-pool';
import { SweepRunner, type Sweep } from './sweep';
import { pausing } from './pausing';
import { traced } from './traced';
import type { WorkContext } from './work';

/** The configuration of every worker. */
export interface WorkerConfig extends GateConfig, KeysConfig, BrokerConfig {
  LOG_LEVEL: LogLevel;
  HEALTH_PORT?: number | undefined;
  STORE_TIMEOUT_MS?: number | undefined;
}

/** What the handlers in a service's `subscriptions.ts` are built from. */
export interface WorkerContext<C extends WorkerConfig> {
  service: string;
  config: C;
  db: Database;
  logger: Logger;
  clock: Clock;
  /** The keys of all of them. */
  keys: Keys;
  /** Encrypts and decrypts bodies (D33). */
  cipher: BodyCipher;
  /** Answers an event whose verdict was left pending (D12); after the commit that decides it. */
  reply: Reply;
  /** Transactions for a service's own components: commands enqueued in them are sent right after their commit. */
  work: CallingContext;
  database: DatabaseState;
  /** Not connected yet: reply listeners and channel users register now. */
  broker: Pick<Broker, 'register' | 'registerListener' | 'publish'>;
}

/** The service on one screen: message and handler, sweeps, and its own components. */
export interface Subscriptions {
  consumers: AnyConsumer[];
  sweeps?: Sweep[];
  /** Started before the consumers, stopped after them. */
  components?: (Component & { start?(): Promise<void> })[];
}

/** A worker as a service: configuration, logger, and the start of its components. */
export function workerService<C extends WorkerConfig>(worker: {
  name: WorkerName;
  readConfig: (env?: NodeJS.ProcessEnv) => C;
  subscriptions: (context: WorkerContext<C>) => Subscriptions;
}): Service {
  const { name, readConfig, subscriptions } = worker;
  return (env) => {
    const config = readConfig(env);
    const logger = createLogger({ service: name, level: config.LOG_LEVEL });
    return {
      name,
      logger,
      healthPort: config.HEALTH_PORT,
      stopWithinMs: stopLimitMs({ STORE_TIMEOUT_MS: config.STORE_TIMEOUT_MS }),
      start: (components) => startWorker({ name, config, logger, subscriptions }, components),
    };
  };
}

/** Starts a worker's components inside any process (tests start several): database, broker, relay, consumers, sweeps. */
export async function startWorker<C extends WorkerConfig>(
  worker: {
    name: string;
    config: C;
    logger: Logger;
    /** The worker's share of the process's connections; all, unless given. */
    poolShare?: number;
    subscriptions: (context: WorkerContext<C>) => Subscriptions;
    /** The process's clock, if not the system's. */
    ownClock?: Clock;
    /** How long the broker may take to confirm, if not the default. */
    confirmWithinMs?: number;
  },
  components: Component[],
): Promise<void> {
  const { config, logger, confirmWithinMs } = worker;
  const db = openDatabase(config, { service: worker.name, size: 10, share: worker.poolShare ?? 1 });
  components.push(observePool(db));
  const attached: Consumer[] = [];
  const clock = new DatabaseClock(worker.ownClock);
  const database = new DatabaseWatch({
    db,
    logger,
    clock,
    changed(isPaused) {
      for (const consumer of attached) {
        if (isPaused) consumer.pause();
        else consumer.resume();
      }
      if (!isPaused) relay.wake();
    },
  });
  components.push(database);
  const gate = new DatabaseGate(db, config, logger);
  components.push(gate);
  if (!(await gate.pass())) return;
  const keyGate = new KeyGate(db, { config, service: worker.name, clock, logger });
  components.push(keyGate);
  const keys = await keyGate.pass();
  if (keys === null) return;
  const clockGate = new ClockGate(db, clock, { logger, changed: (isWrong) => database.noteClock(isWrong) });
  components.push(clockGate);
  await clockGate.start();
  const broker = new Broker({
    config,
    name: worker.name,
    queues: allQueues(),
    logger,
    ...(confirmWithinMs !== undefined && { confirmWithinMs }),
  });
  components.push(broker);
  const cipher = new BodyCipher(config);
  const relay = new OutboxRelay(db, broker, { logger, database, cipher });
  components.push(relay);
  const work: WorkContext = { db, logger, clock, wakeRelay: () => relay.wake(), database };
  const replyAll: ReplyAll = (answers) => {
    if (!isForecast()) sendVerdicts(broker, answers);
  };
  const reply: Reply = (to, verdict) => replyAll([{ to, verdict }]);
  const {
    consumers,
    sweeps = [],
    components: own = [],
  } = worker.subscriptions({
    service: worker.name,
    config,
    db,
    logger,
    clock,
    keys,
    cipher,
    reply,
    broker,
    work: callingContext(work),
    database,
  });
  for (const component of own) {
    await component.start?.();
    components.push(component);
  }
  for (const spec of consumers) {
    const handler = handlerOf(spec, work, replyAll);
    const handle = traced(pausing((delivery) => handler.handle(delivery), database, clock));
    const consumer = new Consumer(broker, { ...handler, handle }, logger);
    attached.push(consumer);
    if (database.away) consumer.pause();
    // Before the consumer, which reports whether the worker is ready.
    if (spec.kind !== 'dead-letter')
      broker.register(
        new ForecastResponder(handler.queue, (delivery) => forecastMessage(spec, delivery, work), logger),
      );
    broker.register(consumer);
    components.push(consumer);
  }
  await broker.start();
  relay.start();
  for (const sweep of sweeps) {
    const runner = new SweepRunner(sweep, work, logger);
    components.push(runner);
    runner.start();
  }
}
