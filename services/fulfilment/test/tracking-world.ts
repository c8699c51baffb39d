import { randomUUID } from 'node:crypto';
import { inSqlTransaction, inTransaction } from '@hub/database';
import type { BatchContext, Settlement } from '@hub/messaging';
import { createLogger, systemClock } from '@hub/runtime';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { StoreWriter } from '@hub/store-writes';
import { TEST_ENCRYPTION_KEY } from '@hub/testing';
import { handleTrackingDeliver, trackingWrite } from '../src/tracking-write';
import { FulfilmentWorld } from './fulfilment-world';

export const logger = createLogger({ service: 'test', level: 'error' });
const LEASE_MS = 60_000;

/** The writes of tracking, run against real stores. */
export class TrackingWorld {
  private constructor(
    readonly fulfilment: FulfilmentWorld,
    private readonly directory: ShopDirectory,
    readonly calls: ShopCalls,
  ) {}

  static async open(): Promise<TrackingWorld> {
    const fulfilment = await FulfilmentWorld.open();
    const { db } = fulfilment;
    const directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
    await directory.start();
    const calls = createShopCalls({
      db,
      directory,
      logger,
      timeoutMs: 10_000,
      retryBaseMs: 1,
      allowInsecureStores: true,
    });
    return new TrackingWorld(fulfilment, directory, calls);
  }

  get db() {
    return this.fulfilment.db;
  }

  /**
   * A process that brings what is due to the stores, and all that followed from it.
   * @param options.aheadMs ahead of the clock, for leases that have run out
   */
  async deliver(options: { aheadMs?: number; calls?: Pick<ShopCalls, 'send'> } = {}): Promise<void> {
    const { aheadMs = 0, calls = this.calls } = options;
    const clock = { now: () => systemClock.now() + aheadMs };
    const database = { away: false, noteFailure: () => false };
    const write = trackingWrite(calls);
    await new StoreWriter({ write, work: this.work(), database, logger, clock, leaseMs: LEASE_MS }).runOnce();
  }

  /** `tracking.deliver`: the replay of its dead letter. */
  async replay(packageId: string): Promise<Settlement> {
    const handle = handleTrackingDeliver({ wakeAfter: () => undefined, lookAfter: () => undefined });
    return inTransaction(this.db, (tx) =>
      handle(tx, {
        payload: { packageId },
        messageId: randomUUID(),
        correlation: 'test',
        callAttempts: 0,
        now: systemClock.now(),
        logger,
      }),
    );
  }

  /** Messages on their way to the dead letters: what they ask for, and why they failed. */
  async deadLetters(): Promise<{ payload: unknown; reason: unknown }[]> {
    const rows = await this.db.outbox.findMany({ where: { queue: 'dead-letters' }, orderBy: { id: 'asc' } });
    return rows.map(({ payload, headers }) => ({ payload, reason: Object(headers)['x-reason'] }));
  }

  async close(): Promise<void> {
    await this.calls.stop();
    await this.directory.stop();
    await this.fulfilment.close();
  }

  private work(): BatchContext {
    const { db } = this;
    return {
      db,
      transact: (work) => inTransaction(db, work),
      transactSql: (work) => inSqlTransaction(db, work),
    };
  }
}
