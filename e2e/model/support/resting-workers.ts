import { randomUUID } from 'node:crypto';
import type { Verdict } from '@hub/contract';
import type { Database } from '@hub/database';
import type { ForecastAnswer, Settlement, Subscriptions, Sweep, WorkerContext } from '@hub/messaging';
import { testCipher } from '@hub/testing';
import { openKeys } from '../../../packages/installation/src/keys/keys';
import { HEADER, type Delivery } from '../../../packages/messaging/src/broker/delivery';
import { callingContext } from '../../../packages/messaging/src/commands/command-frame';
import { handlerOf, type AnyConsumer } from '../../../packages/messaging/src/delivery-handler';
import { forecastMessage } from '../../../packages/messaging/src/forecast/forecast-message';
import type { WorkContext } from '../../../packages/messaging/src/work';
import { systemClock } from '../../../packages/runtime/src/clock';
import { subscriptions as cancellation } from '../../../services/cancellation/src/subscriptions';
import { subscriptions as catalogue } from '../../../services/catalogue/src/subscriptions';
import { subscriptions as fulfilment } from '../../../services/fulfilment/src/subscriptions';
import { subscriptions as inventory } from '../../../services/inventory/src/subscriptions';
import { subscriptions as returns } from '../../../services/returns/src/subscriptions';
import { subscriptions as routing } from '../../../services/routing/src/subscriptions';
import type { EveryConfig, TestLogger } from './worker';

/** A message as a replay brings it. */
export interface AnyMessage {
  queue: string;
  type: string;
  shopId: number | null;
  body: Buffer;
}

/** How the handling of a message ended. */
export interface Handled {
  settlement: Settlement;
  /** The answer to an event; null: none yet, or it is none. */
  verdict: Verdict | null;
}

type Config = EveryConfig & { CATALOGUE_INTERVAL_MS: number };
type Consumer = Exclude<AnyConsumer, { kind: 'dead-letter' }>;
interface Desk {
  spec: Consumer;
  handle(delivery: Delivery): Promise<Settlement>;
}

/** Every worker's consumers as they are, without broker, sweeps or anything else that runs on its own. */
export class RestingWorkers {
  private readonly desks = new Map<string, Desk>();
  private readonly verdicts = new Map<string, Verdict>();
  /** Not started. */
  readonly components: NonNullable<Subscriptions['components']> = [];
  /** Not run. */
  readonly sweeps: Sweep[] = [];

  private constructor(private readonly work: WorkContext) {}

  static async open(db: Database, given: { config: Config; logger: TestLogger }): Promise<RestingWorkers> {
    const { config, logger } = given;
    const keys = await openKeys(db, config);
    if ('lacks' in keys) throw new Error('no keys');
    const work: WorkContext = {
      db,
      logger,
      clock: systemClock,
      wakeRelay: () => undefined,
      database: { away: false, noteFailure: () => false },
    };
    const workers = new RestingWorkers(work);
    const context: Omit<WorkerContext<Config>, 'service'> = {
      config,
      db,
      logger,
      keys,
      clock: systemClock,
      cipher: testCipher(),
      reply: (to, verdict) => workers.verdicts.set(to.correlation, verdict),
      work: callingContext(work),
      database: work.database,
      broker: {
        register: () => undefined,
        registerListener: () => undefined,
        publish: async () => undefined,
      },
    };
    for (const service of [routing, fulfilment, cancellation, returns, inventory, catalogue]) {
      const { consumers, components = [], sweeps = [] } = service({ ...context, service: 'test' });
      workers.components.push(...components);
      workers.sweeps.push(...sweeps);
      for (const spec of consumers) workers.add(spec);
    }
    return workers;
  }

  get queues(): string[] {
    return [...this.desks.keys()];
  }

  /** What the worker forecasts for the message. */
  forecast(message: AnyMessage): Promise<ForecastAnswer> {
    return forecastMessage(this.desk(message).spec, asDelivery(message), this.work);
  }

  /** Has it really handled, as a replay of a failed message. */
  async handle(message: AnyMessage): Promise<Handled> {
    return this.settle(asDelivery(message, { [HEADER.deadLetterId]: randomUUID() }));
  }

  /** Has a message handled as the broker delivers it. */
  async settle(delivery: Delivery): Promise<Handled> {
    const settlement = await this.desk(delivery).handle(delivery);
    return { settlement, verdict: this.answerTo(delivery) };
  }

  /** The latest answer to an event, which may come long after it was handled (D12); null: none yet. */
  answerTo({ correlation }: Pick<Delivery, 'correlation'>): Verdict | null {
    return this.verdicts.get(correlation) ?? null;
  }

  async stop(): Promise<void> {
    for (const component of this.components.toReversed()) await component.stop();
  }

  private add(spec: AnyConsumer): void {
    if (spec.kind === 'dead-letter') return;
    const handler = handlerOf(spec, this.work, (answers) => {
      for (const { to, verdict } of answers) this.verdicts.set(to.correlation, verdict);
    });
    this.desks.set(handler.queue, { spec, handle: (delivery) => handler.handle(delivery) });
  }

  private desk({ queue }: Pick<AnyMessage, 'queue'>): Desk {
    const desk = this.desks.get(queue);
    if (!desk) throw new Error(`no worker handles ${queue}`);
    return desk;
  }
}

export function asDelivery(
  { queue, type, shopId, body }: AnyMessage,
  headers: Record<string, unknown> = {},
): Delivery {
  return {
    queue,
    type,
    messageId: randomUUID(),
    content: body,
    correlation: randomUUID(),
    replyTo: 'a waiting request',
    attempts: 0,
    callAttempts: 0,
    firstFailedAt: null,
    redelivered: false,
    headers: { ...headers, ...(shopId === null ? {} : { [HEADER.shopId]: shopId }) },
  };
}
