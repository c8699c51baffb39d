import type { Evidence } from './evidence';
import { judgeAnswers } from './judge-answers';
import { judgeReturns } from './judge-returns';
import { judgeSale } from './judge-sale';

/** What is wrong at the stores once all faults are over; empty where nothing was lost and nothing done twice. */
export function judgeStores(evidence: Evidence): string[] {
  return [
    ...judgeAnswers(evidence),
    ...evidence.journal.sales.flatMap((sale) => judgeSale(sale, evidence)),
    ...judgeReturns(evidence),
  ];
}
