import { counter, histogram, type Logger } from '@hub/runtime';
import { callRecord, type EndedCall, type StoreCallRecord } from './call-record';
import { recordCallSpan } from './call-span';
import type { Store } from './send-call';

const callsTotal = counter({
  name: 'hub_store_calls_total',
  help: 'Calls to stores, by operation and outcome.',
  labelNames: ['operation', 'outcome'],
});

const callSeconds = histogram({
  name: 'hub_store_call_seconds',
  help: 'Duration of calls to stores, all attempts and the waits between them included.',
  labelNames: ['operation'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
});

interface Observed extends Omit<EndedCall, 'shopId'> {
  store: Store;
  /** Its id in the trace of its correlation. */
  span: string | null;
  logger: Logger | undefined;
  onCall: ((record: StoreCallRecord) => void) | undefined;
}

/** Reports a call to metrics, trace, log and call log. The log line contains no body and no text of the store's (D29). */
export function observeCall({ store, span, logger, onCall, ...ended }: Observed): void {
  const record = callRecord({ ...ended, shopId: store.shopId });
  const { operation, outcome, durationMs } = record;
  callsTotal.inc({ operation, outcome });
  callSeconds.observe({ operation }, durationMs / 1_000);
  recordCallSpan(span, record);
  const { shopId: _id, requestBody: _request, responseBody: _response, attemptLog: _log, ...line } = record;
  const level = outcome === 'confirmed' ? 'debug' : 'warn';
  logger?.[level]('store called', { shop: store.slug, ...line });
  try {
    onCall?.(record);
  } catch (error) {
    logger?.error('call not recorded', { operation, reference: record.reference, error });
  }
}
