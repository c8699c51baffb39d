import { startWorker, type Subscriptions, type WorkerConfig, type WorkerContext } from '@hub/messaging';
import { eventually } from '@hub/testing';
import { subscriptions as cancellation } from '../../../services/cancellation/src/subscriptions';
import { subscriptions as fulfilment } from '../../../services/fulfilment/src/subscriptions';
import { subscriptions as inventory } from '../../../services/inventory/src/subscriptions';
import { subscriptions as returns } from '../../../services/returns/src/subscriptions';
import { subscriptions as routing } from '../../../services/routing/src/subscriptions';
import { withFaults, FaultInjector } from './fault-injector';

/** What every worker of this test is configured with: it takes of it what it knows. */
export interface EveryConfig extends WorkerConfig {
  HUB_ENCRYPTION_KEY: string;
  RELAY_EMAIL_DOMAIN: string;
  ALLOW_INSECURE_STORES: boolean;
  STORE_TIMEOUT_MS: number;
  STORE_RETRY_BASE_MS: number;
  SYNC_INTERVAL_MS: number;
  PLACING_PASSES_MS: number[];
  HEALTH_PORT: undefined;
}

type Start = Parameters<typeof startWorker<EveryConfig>>;
export type TestLogger = Start[0]['logger'];
type Parts = Start[1];
type Service = (context: WorkerContext<EveryConfig>) => Subscriptions;

const SERVICES = { routing, fulfilment, cancellation, returns, inventory } satisfies Record<string, Service>;
export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES: readonly ServiceName[] = [
  'routing',
  'fulfilment',
  'cancellation',
  'returns',
  'inventory',
];

/** Sweeps look for lost work this often, whatever their interval in production. */
const SWEEP_EVERY_MS = 300;

/** A worker in this process that can be killed, whole or one handler of it, and started again. */
export class Worker {
  private components: Parts = [];
  life = new FaultInjector();

  constructor(
    private readonly name: ServiceName,
    private readonly given: { config: EveryConfig; logger: TestLogger },
  ) {}

  async start(): Promise<void> {
    const life = new FaultInjector();
    this.life = life;
    const service: Service = SERVICES[this.name];
    const subscriptions: Service = (context) => withFaults(service(context), life, SWEEP_EVERY_MS);
    await startWorker({ name: this.name, ...this.given, subscriptions }, this.components);
    for (const part of this.components)
      await eventually(async () => {
        if ((await part.ready?.()) === false) throw new Error(`${this.name}: ${part.name} is not ready`);
      });
  }

  /** Nothing more is committed, whatever was in flight; then the process is gone. */
  async kill(): Promise<void> {
    this.life.die();
    await this.stop();
  }

  async stop(): Promise<void> {
    for (const part of this.components.splice(0).toReversed()) await part.stop();
  }
}
