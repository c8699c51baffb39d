import { inSqlTransaction, inTransaction, rows, type Database, type Tx } from '@hub/database';
import type { CallingContext } from '@hub/messaging';
import { systemClock, type Clock, type Logger } from '@hub/runtime';
import { createShopCalls, createShopDirectory, type ShopCalls, type ShopDirectory } from '@hub/shops';
import { StoreWriter, type ClaimedWrite, type StoreWrite, type WriteWork } from '@hub/store-writes';
import {
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  waitForLocks,
  type StoredShippingOrder,
  type TestDatabase,
} from '@hub/testing';
import { z } from 'zod';
import { testLogger } from './inputs';

const LEASE_MS = 60_000;

const QueuedCommand = z.object({
  type: z.string(),
  payload: z.unknown(),
  correlation: z.string(),
});

/** A message that waits in the outbox. */
export type QueuedCommand = z.output<typeof QueuedCommand>;

/** The database of a test file, with queries that the tests of every service use; a service's own world adds its handlers. */
export class World {
  readonly logger: Logger = testLogger;
  private readonly closing: (() => Promise<void>)[] = [];

  constructor(readonly database: TestDatabase) {
    this.onClose(() => database.drop());
  }

  static async open<W extends World>(this: new (database: TestDatabase) => W): Promise<W> {
    return new this(await createTestDatabase());
  }

  get db(): Database {
    return this.database.db;
  }

  get url(): string {
    return this.database.url;
  }

  /** Closed in reverse order of opening. */
  onClose(close: () => Promise<void>): void {
    this.closing.unshift(close);
  }

  async close(): Promise<void> {
    for (const close of this.closing.splice(0)) await close();
  }

  /** Transactions as the frame makes them, but never retried: a deadlock is a failure here. */
  context(db: Database = this.db): CallingContext {
    return {
      db,
      transact: (work, options) => inTransaction(db, work, options),
      transactSql: (work) => inSqlTransaction(db, work),
    };
  }

  /** The dependencies of a write to stores. */
  work(now: number = systemClock.now()): WriteWork {
    return { ...this.context(), now, logger: this.logger };
  }

  /** Commands in the outbox by type, with their payloads; the oldest first. */
  async commands(): Promise<{ type: string; payload: unknown }[]> {
    const select = { type: true, payload: true };
    return this.db.outbox.findMany({ where: { queue: null }, orderBy: { id: 'asc' }, select });
  }

  /** The payloads of a type. */
  async commandsOf(type: string): Promise<unknown[]> {
    return (await this.commands()).flatMap((command) => (command.type === type ? [command.payload] : []));
  }

  /** Commands, all or those of a type, taken out of the outbox. */
  takeCommands(type = '%'): Promise<QueuedCommand[]> {
    return rows(
      QueuedCommand,
      this.db.$queryRaw`
      WITH taken AS (DELETE FROM outbox WHERE queue IS NULL AND type LIKE ${type}
        RETURNING id, type, payload, correlation)
      SELECT type, payload, correlation FROM taken ORDER BY id`,
    );
  }

  /** Messages on their way to the dead letters: their payload, and why they failed. */
  async deadLetters(): Promise<{ payload: unknown; reason: unknown }[]> {
    const found = await this.db.outbox.findMany({ where: { queue: 'dead-letters' }, orderBy: { id: 'asc' } });
    return found.map(({ payload, headers }) => ({ payload, reason: Object(headers)['x-reason'] }));
  }

  /**
   * Two concurrent actions: `meddle` has locked the order and writes, while `act` has found its order and waits for
   * that lock.
   */
  async during<T>(
    order: Pick<StoredShippingOrder, 'sellerOrderId'>,
    act: () => Promise<T>,
    meddle: (tx: Tx) => Promise<unknown>,
  ): Promise<T> {
    let acting: Promise<T> | undefined;
    await inTransaction(this.db, async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM seller_order WHERE id = ${order.sellerOrderId}::uuid FOR UPDATE`;
      acting = act();
      await waitForLocks(this.db);
      await meddle(tx);
    });
    if (!acting) throw new Error('nothing was done');
    return acting;
  }

  /** Calls to stores, as this process makes them. */
  storeCalls(): Promise<ShopCalls> {
    return (this.ownCalls ??= this.openCalls().then(({ calls }) => calls));
  }

  private ownCalls: Promise<ShopCalls> | undefined;

  /** The same for another process. */
  async openCalls({ timeoutMs = 10_000 } = {}): Promise<OpenedCalls> {
    const { db, logger } = this;
    const directory = createShopDirectory({ db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
    await directory.start();
    const settings = { timeoutMs, retryBaseMs: 1, allowInsecureStores: true };
    const calls = createShopCalls({ db, directory, logger, ...settings });
    let isOpen = true;
    const close = async () => {
      if (!isOpen) return;
      isOpen = false;
      await calls.stop();
      await directory.stop();
    };
    this.onClose(close);
    return { calls, directory, close };
  }

  /**
   * A process that brings what is due to the stores, with all that follows.
   * @param options.aheadMs ahead of the clock, for leases that have run out
   */
  async bring<Write extends ClaimedWrite, Receipt>(
    write: StoreWrite<Write, Receipt>,
    { aheadMs = 0 } = {},
  ): Promise<void> {
    const clock = { now: () => systemClock.now() + aheadMs };
    await this.writer(write, { clock, leaseMs: LEASE_MS }).runOnce();
  }

  /** The engine of a write, not started. */
  writer<Write extends ClaimedWrite, Receipt>(
    write: StoreWrite<Write, Receipt>,
    options: { clock: Clock; leaseMs: number; pollMs?: number },
  ): StoreWriter<Write, Receipt> {
    const database = { away: false, noteFailure: () => false };
    return new StoreWriter({ write, work: this.context(), database, logger: this.logger, ...options });
  }
}

export interface OpenedCalls {
  calls: ShopCalls;
  directory: ShopDirectory;
  /** Before the world is closed, for a test that ends its process earlier. */
  close(): Promise<void>;
}
