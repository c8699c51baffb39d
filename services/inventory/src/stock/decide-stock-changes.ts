import type { Verdict } from '@hub/contract';
import { decideStockEvent, type StockDecision } from './decide-stock-event';
import { StockBatch } from './stock-batch';
import type { StockEvent, StockFacts } from './stock-facts';

/** The result of a batch of events: a verdict for each, in their order, and what to write. */
export type StockChanges = ReturnType<typeof decideStockChanges>;

/** Decides events that arrived together, one after the other (D10). */
export function decideStockChanges(facts: StockFacts, events: readonly StockEvent[]) {
  const book = new StockBatch(facts);
  const verdicts = events.map((event) => {
    const decision = decideStockEvent(book.known(event), event.data, event.latestNow);
    book.enter(event, decision);
    return verdictOf(decision);
  });
  return { verdicts, ...book.changes() };
}

function verdictOf(decision: StockDecision): Verdict {
  return decision.kind === 'refused' ? decision.refusal : { status: 200, outcome: decision.kind };
}
