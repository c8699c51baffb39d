import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import type { CommandInput, Settlement } from '@hub/messaging';
import { createLogger, systemClock } from '@hub/runtime';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { TEST_ENCRYPTION_KEY } from '@hub/testing';
import { deliverTracking } from '../src/deliver-tracking';
import { FulfilmentWorld } from './fulfilment-world';

export const logger = createLogger({ service: 'test', level: 'error' });
const LEASE_MS = 60_000;

/** The command `tracking.deliver`, run against real stores. */
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

  /** @param options.aheadMs ahead of the clock, for leases that have run out */
  async deliver(
    packageId: string,
    options: { aheadMs?: number; calls?: Pick<ShopCalls, 'deliverTracking'> } = {},
  ): Promise<Settlement> {
    const { aheadMs = 0, calls = this.calls } = options;
    const clock = { now: () => systemClock.now() + aheadMs };
    const { db } = this;
    const handle = deliverTracking({ calls, clock, leaseMs: LEASE_MS });
    // What the test has just changed of a shop holds now, not a second later.
    await this.directory.refresh();
    return handle({ db, transact: (work) => inTransaction(db, work) }, commandFor(packageId, clock.now()));
  }

  async close(): Promise<void> {
    await this.calls.stop();
    await this.directory.stop();
    await this.fulfilment.close();
  }
}

function commandFor(packageId: string, now: number): CommandInput<{ packageId: string }> {
  return {
    payload: { packageId },
    messageId: randomUUID(),
    correlation: 'test',
    callAttempts: 0,
    now,
    logger,
  };
}
