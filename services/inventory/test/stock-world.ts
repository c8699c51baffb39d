import { randomUUID } from 'node:crypto';
import { InventoryUpdated, type Verdict } from '@hub/contract';
import { inTransaction, type Tx } from '@hub/database';
import type { EventOutcome } from '@hub/messaging';
import { anEventOf, World } from '@hub/test-world';
import { anInventoryUpdate, type InventoryUpdateData } from '@hub/testing';
import type { Recalculation } from '../src/quantity/recalculate-articles';
import { stockEventsHandler } from '../src/handle-stock-events';
import type { StockEvent } from '../src/stock/stock-facts';

export const SYNC_INTERVAL_MS = 60_000;
export const handleStockEvents = stockEventsHandler({ syncIntervalMs: SYNC_INTERVAL_MS });

/** A test's own database, with the queries that tests of stock need. */
export class StockWorld extends World {
  /** Removes everything: quicker than another database. */
  async clear(): Promise<void> {
    await this.db.$executeRaw`
      TRUNCATE shop, product, variant, stock_level, reservation, network_quantity, outbox, inbox, event_ledger,
        alert, store_call, seller_order, sweep_progress, sweep_round, article_calculation CASCADE`;
  }

  readonly transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(this.db, work);

  /** Handles events as they arrive together; returns each one's outcome or code. */
  async handle(events: StockEvent[]): Promise<string[]> {
    return outcomesOf(await this.transact((tx) => handleStockEvents(tx, events)));
  }

  /** Handles one event; returns the whole verdict. */
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
}

/** Articles to recalculate, with no statement of what their waiting lines were offered. */
export function changed(gtins: readonly string[]): Recalculation[] {
  return [...new Set(gtins)].map((gtin) => ({ gtin, correlation: 'C-1', offered: null }));
}

/** An event as the frame gives it to the handler. */
export function anEvent(shopId: number, data: Partial<InventoryUpdateData>, now = Date.now()): StockEvent {
  const sent = anInventoryUpdate(data);
  const correlation = `C-${randomUUID()}`;
  const event = anEventOf(InventoryUpdated, { shopId, data: sent }, { correlation, now });
  return { ...event, occurredAt: event.data.changed_at };
}

export function outcomesOf(ends: EventOutcome[]): string[] {
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
