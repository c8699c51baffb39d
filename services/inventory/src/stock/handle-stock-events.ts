import type { Sql } from '@hub/database';
import { COMMANDS, decided, enqueueEach, type EventEnd } from '@hub/messaging';
import { applyStockReport } from '@hub/stock';
import { decideNudges } from './decide-nudges';
import { decideStockChanges } from './decide-stock-changes';
import { saveNetworkReports } from '../quantity/network-quantity-records';
import { variantText, type StockEvent } from './stock-facts';
import { readStockFacts, saveStock } from './stock-records';

/**
 * Handles `inventory.updated` events that arrived together (D10): stock, what the stores report of `HUB_Network`, and
 * what a report ends of the reservations (D17), in a handful of statements whatever their number.
 * @param options.syncIntervalMs when a quantity that a store reports otherwise than wanted is written once more
 */
export function stockEventsHandler(options: { syncIntervalMs: number }) {
  return async (tx: Sql, events: StockEvent[]): Promise<EventEnd[]> => {
    const facts = await readStockFacts(tx, events);
    const changes = decideStockChanges(facts, events);
    const { levels, variants, networkReports, stockReports } = changes;

    await saveStock(tx, { levels, variants });
    await saveNetworkReports(tx, networkReports, options.syncIntervalMs);
    const reserved = stockReports.filter((report) => facts.variants.get(variantText(report))?.hasCommitted);
    const freed = await applyStockReport(tx, reserved);

    await enqueueEach(tx, COMMANDS.recalculateArticle, decideNudges(variants, new Set(freed)));
    return changes.verdicts.map(decided);
  };
}
