import type { Sql } from '@hub/database';
import { COMMANDS, decided, enqueueEach, type EventOutcome } from '@hub/messaging';
import { applyStockReport } from '@hub/stock';
import { coverRefusals, keepRefusals } from './stock/stock-refusals';
import { decideFollowUps } from './stock/decide-follow-ups';
import { decideStockChanges } from './stock/decide-stock-changes';
import { saveNetworkReports } from './quantity/network-quantity-records';
import { variantText, type StockEvent } from './stock/stock-facts';
import { readStockFacts, saveStock } from './stock/stock-records';

/**
 * Handles `inventory.updated` events that arrived together (D10): stock, what the stores report of `HUB_Network`, and
 * which reservations a report ends (D17), in a handful of statements whatever the number of events.
 * @param options.syncIntervalMs after what time a quantity that a store reports other than its target is written again
 */
export function stockEventsHandler(options: { syncIntervalMs: number }) {
  return async (tx: Sql, events: StockEvent[]): Promise<EventOutcome[]> => {
    const facts = await readStockFacts(tx, events);
    const changes = decideStockChanges(facts, events);
    const { levels, variants, networkReports, stockReports, refusals, covered } = changes;

    await saveStock(tx, { levels, variants });
    const above = await saveNetworkReports(tx, networkReports, options.syncIntervalMs);
    await coverRefusals(tx, covered);
    await keepRefusals(tx, refusals);
    const reserved = stockReports.filter((report) => facts.variants.get(variantText(report))?.hasCommitted);
    const freed = await applyStockReport(tx, reserved);

    const shownAbove = networkReports.filter((report) => above.has(variantText(report)));
    const followUps = decideFollowUps({ variants, freed, shownAbove });
    await enqueueEach(tx, COMMANDS.recalculateArticle, followUps);
    return changes.verdicts.map(decided);
  };
}
