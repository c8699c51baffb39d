import type { ProductsPage } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';
import type { PageFault } from './page-fault';
import { readFaultyPage, readValidPage, type ReadablePage } from './readable-page';

export type PageOutcome = ShopCallOutcome<ProductsPage>;

/**
 * What the answer to `GET /products` means for the run.
 * - `page`: a page, with its own faults.
 * - `stall`: the store cannot be reached now: the run keeps its progress and continues later.
 * - `fail`: the run ends. `raisesAlert` unless our own sheet forbids the call.
 */
export type PageAnswer =
  | { kind: 'page'; page: ReadablePage; faults: PageFault[] }
  | { kind: 'stall'; reason: string; afterMs: number; attemptsMade: number }
  | { kind: 'fail'; failure: string; raisesAlert: boolean };

/** After this time without a page the run ends; the schedule or an operator begins another. */
const PATIENCE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;
/** Sooner than the next probe: a newly applied sheet or support may end the hold at any time (D23). */
const HELD_WAIT_MS = 10_000;

/**
 * D23: a temporary failure is retried, first soon, then at growing intervals; any other `4xx` ends the run.
 * @param stalledSince when this page was first tried in vain; null: just now
 */
export function decidePageAnswer(outcome: PageOutcome, stalledSince: Date | null, now: number): PageAnswer {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'page', page: readValidPage(outcome.receipt), faults: [] };
    case 'invalid_receipt':
      return { kind: 'page', page: readFaultyPage(outcome.answer), faults: outcome.faults.map(asPageFault) };
    case 'refused':
      return {
        kind: 'fail',
        failure: `the store refuses GET /products: ${statusText(outcome)}`,
        raisesAlert: true,
      };
    case 'capability_off':
      return { kind: 'fail', failure: 'the capability products is off', raisesAlert: false };
    case 'unauthorized':
      return stallOrFail(`the store refuses our credentials: ${statusText(outcome)}`, HELD_WAIT_MS);
    case 'held':
      return stallOrFail('calls to the store are held', Math.min(outcome.afterMs, HELD_WAIT_MS));
    case 'postponed':
      return stallOrFail(
        `calls to the store are suspended for a while (${outcome.reason})`,
        outcome.afterMs,
        outcome.attemptsMade,
      );
    case 'unavailable': {
      const stalledMs = stalledSince === null ? 0 : now - stalledSince.getTime();
      const wait = Math.min(Math.max(FIRST_WAIT_MS, stalledMs, outcome.retryAfterMs ?? 0), LONGEST_WAIT_MS);
      return stallOrFail(`the store cannot be reached: ${unavailableText(outcome)}`, wait);
    }
  }

  function stallOrFail(reason: string, afterMs: number, attemptsMade = 0): PageAnswer {
    if (stalledSince === null || now - stalledSince.getTime() < PATIENCE_MS)
      return { kind: 'stall', reason, afterMs, attemptsMade };
    return { kind: 'fail', failure: reason, raisesAlert: true };
  }
}

function asPageFault(fault: {
  field: string;
  message: string;
  productId?: string;
  variantId?: string;
}): PageFault {
  const { field, message, productId = null, variantId = null } = fault;
  return { productId, variantId, field: field === '' ? 'body' : field, message };
}

/** Never the store's own words: they may hold personal data (D29). */
function statusText({ status, code }: { status: number; code: string | null }): string {
  return code === null ? `status ${status}` : `status ${status} (${code})`;
}

function unavailableText({ reason, status, code }: Extract<PageOutcome, { kind: 'unavailable' }>): string {
  const detail = status === null ? code : `status ${status}`;
  return detail === null ? reason : `${reason} (${detail})`;
}
