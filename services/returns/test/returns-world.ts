import { randomUUID } from 'node:crypto';
import { inSqlTransaction, inTransaction, type Database, type Tx } from '@hub/database';
import type { EventEnd, Settlement } from '@hub/messaging';
import { createLogger, systemClock } from '@hub/runtime';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { StoreWriter } from '@hub/store-writes';
import {
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  waitForLocks,
  type ReturnData,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { handleReturnCreated } from '../src/handle-return-created';
import { handleReturnRegister, returnWrite } from '../src/return-write';
import { aReturnEvent } from './a-return-event';

export const logger = createLogger({ service: 'test', level: 'error' });
const LEASE_MS = 60_000;

/** The engine of this process sleeps: tests look for themselves. */
const ASLEEP = { wakeAfter: () => undefined, lookAfter: () => undefined };

/** A database, with the handlers as the frame calls them, and real stores to be called. */
export class ReturnsWorld {
  private constructor(
    readonly database: TestDatabase,
    private readonly directory: ShopDirectory,
    readonly calls: ShopCalls,
  ) {}

  static async open(): Promise<ReturnsWorld> {
    const database = await createTestDatabase();
    const { db } = database;
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
    return new ReturnsWorld(database, directory, calls);
  }

  get db(): Database {
    return this.database.db;
  }

  /** `return.created` of a shop, under a new event id. */
  async report(shopId: number, data: ReturnData): Promise<EventEnd> {
    return inTransaction(this.db, (tx) => handleReturnCreated(tx, aReturnEvent(shopId, data), ASLEEP));
  }

  /**
   * Two things at the same moment: `meddle` has locked the order and writes, while the return has found its order and
   * waits for that very lock.
   */
  async reportDuring(
    order: StoredShippingOrder,
    report: { shopId: number; data: ReturnData },
    meddle: (tx: Tx) => Promise<unknown>,
  ): Promise<EventEnd> {
    let reporting: Promise<EventEnd> | undefined;
    await inTransaction(this.db, async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${order.sellerOrderId}::uuid FOR UPDATE`;
      reporting = this.report(report.shopId, report.data);
      await waitForLocks(this.db);
      await meddle(tx);
    });
    if (!reporting) throw new Error('nothing was reported');
    return reporting;
  }

  /**
   * A process that brings what is due to the stores, and all that followed from it.
   * @param options.aheadMs ahead of the clock, for leases that have run out
   */
  async register(options: { aheadMs?: number; calls?: Pick<ShopCalls, 'send'> } = {}): Promise<void> {
    const { aheadMs = 0, calls = this.calls } = options;
    const { db } = this;
    const writer = new StoreWriter({
      write: returnWrite(calls),
      work: {
        db,
        transact: (work) => inTransaction(db, work),
        transactSql: (work) => inSqlTransaction(db, work),
      },
      database: { away: false, noteFailure: () => false },
      logger,
      clock: { now: () => systemClock.now() + aheadMs },
      leaseMs: LEASE_MS,
    });
    await writer.runOnce();
  }

  /** `return.register`: the replay of its dead letter. */
  async replay(returnId: string): Promise<Settlement> {
    return inTransaction(this.db, (tx) =>
      handleReturnRegister(ASLEEP)(tx, {
        payload: { returnId },
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
    const found = await this.db.outbox.findMany({ where: { queue: 'dead-letters' }, orderBy: { id: 'asc' } });
    return found.map(({ payload, headers }) => ({ payload, reason: Object(headers)['x-reason'] }));
  }

  returnsOf({ sellerOrderId }: Pick<StoredShippingOrder, 'sellerOrderId'>) {
    return this.db.return.findMany({
      where: { sellerOrderId },
      include: { lines: true },
      orderBy: { createdAt: 'asc' },
    });
  }

  alertsOf({ sellerOrderId }: Pick<StoredShippingOrder, 'sellerOrderId'>) {
    return this.db.alert.findMany({ where: { sellerOrderId, state: 'open' } });
  }

  /** Commands waiting to be published, by type. */
  async commands(type: string): Promise<unknown[]> {
    const found = await this.db.outbox.findMany({ where: { type }, orderBy: { id: 'asc' } });
    return found.map(({ payload }) => payload);
  }

  async close(): Promise<void> {
    await this.calls.stop();
    await this.directory.stop();
    await this.database.drop();
  }
}

export const accepted = { kind: 'decided', verdict: { status: 200, outcome: 'accepted' } };
export const echo = { kind: 'decided', verdict: { status: 200, outcome: 'echo' } };

export function refused(status: number, code: string, field: string) {
  return { kind: 'decided', verdict: { status, code, field } };
}
