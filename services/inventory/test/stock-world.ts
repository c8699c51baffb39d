import { randomUUID } from 'node:crypto';
import { InventoryUpdated, type Verdict } from '@hub/contract';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import type { EventEnd } from '@hub/messaging';
import {
  anInventoryUpdate,
  createTestDatabase,
  eventually,
  type InventoryUpdateData,
  type TestDatabase,
} from '@hub/testing';
import { z } from 'zod';
import type { Recalculation } from '../src/quantity/recalculate-articles';
import { stockEventsHandler } from '../src/stock/handle-stock-events';
import type { StockEvent } from '../src/stock/stock-facts';

const WaitingRow = z.object({ waiting: z.int() });

export const SYNC_INTERVAL_MS = 60_000;
export const handleStockEvents = stockEventsHandler({ syncIntervalMs: SYNC_INTERVAL_MS });

/** A database of a test's own, with what tests of stock ask of it. */
export class StockWorld {
  private constructor(private readonly database: TestDatabase) {}

  static async open(): Promise<StockWorld> {
    return new StockWorld(await createTestDatabase());
  }

  get db(): Database {
    return this.database.db;
  }

  get url(): string {
    return this.database.url;
  }

  /** Removes everything: quicker than another database. */
  async clear(): Promise<void> {
    await this.db.$executeRaw`
      TRUNCATE shop, product, variant, stock_level, reservation, network_quantity, outbox, inbox, event_ledger,
        alert, store_call, seller_order, sweep_progress, sweep_round, article_calculation CASCADE`;
  }

  close(): Promise<void> {
    return this.database.drop();
  }

  readonly transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(this.db, work);

  /** Handles events as they arrive together; gives outcome or code of each. */
  async handle(events: StockEvent[]): Promise<string[]> {
    return outcomesOf(await this.transact((tx) => handleStockEvents(tx, events)));
  }

  /** Handles one event; gives the whole verdict. */
  async verdict(event: StockEvent): Promise<Verdict> {
    const [end] = await this.transact((tx) => handleStockEvents(tx, [event]));
    if (end?.kind !== 'decided') throw new Error('not decided');
    return end.verdict;
  }

  async variant(shopId: number, variantId: string) {
    return this.db.variant.findUniqueOrThrow({ where: { shopId_variantId: { shopId, variantId } } });
  }

  async level(shopId: number, variantId: string, locationId = '1001') {
    return this.db.stockLevel.findUnique({
      where: { shopId_variantId_locationId: { shopId, variantId, locationId } },
    });
  }

  async networkQuantity(shopId: number, variantId: string) {
    return this.db.networkQuantity.findUnique({ where: { shopId_variantId: { shopId, variantId } } });
  }

  /** Commands enqueued so far, oldest first, and removes them. */
  async takeCommands(): Promise<{ type: string; payload: unknown; correlation: string }[]> {
    const found = await this.db.outbox.findMany({ orderBy: { id: 'asc' } });
    await this.db.outbox.deleteMany();
    return found.map(({ type, payload, correlation }) => ({ type, payload, correlation }));
  }

  /** Resolves once some transaction waits for a lock that another holds. */
  async somebodyWaits(): Promise<void> {
    await eventually(async () => {
      const [row] = await rows(
        WaitingRow,
        this.db.$queryRaw`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (!row?.waiting) throw new Error('nobody waits');
    });
  }
}

/** Articles to be worked out, of which nobody says that waiting lines have had their choice. */
export function changed(gtins: readonly string[]): Recalculation[] {
  return [...new Set(gtins)].map((gtin) => ({ gtin, correlation: 'C-1', offered: null }));
}

/** An event as the frame gives it to the handler. */
export function anEvent(shopId: number, data: Partial<InventoryUpdateData>, now = Date.now()): StockEvent {
  const read = InventoryUpdated.parse(anInventoryUpdate(data));
  return {
    shopId,
    eventId: randomUUID(),
    occurredAt: read.changed_at,
    data: read,
    correlation: `C-${randomUUID()}`,
    replyTo: null,
    receivedAt: now,
    now,
  };
}

export function outcomesOf(ends: EventEnd[]): string[] {
  return ends.map((end) => {
    if (end.kind !== 'decided') return end.kind;
    return end.verdict.status === 200 ? end.verdict.outcome : end.verdict.code;
  });
}

/** A time of today, `minutes` after eight in the morning UTC of yesterday. */
export function minute(minutes: number): string {
  return new Date(YESTERDAY + minutes * 60_000).toISOString();
}

const YESTERDAY = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000 + 8 * 3_600_000;
