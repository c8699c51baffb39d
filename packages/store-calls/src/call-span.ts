import { isTraced, newSpanId, recordSpan, traceIdOf, traceparentOf } from '@hub/runtime';
import type { AttemptRecord } from './attempts';
import type { StoreCallRecord } from './call-record';

/** The future span of a call, and its header for the store; nulls if it is not sampled, or belongs to no event. */
export function callSpan(correlation: string | null): { span: string | null; traceparent: string | null } {
  if (!correlation || !isTraced(correlation)) return { span: null, traceparent: null };
  const span = newSpanId();
  return { span, traceparent: traceparentOf({ traceId: traceIdOf(correlation), spanId: span }) };
}

/**
 * A call as a span of its correlation's trace, with each attempt as an event. It contains neither path nor reference
 * (D29).
 */
export function recordCallSpan(span: string | null, record: StoreCallRecord): void {
  const [first] = record.attemptLog;
  if (span === null || first === undefined) return;
  recordSpan({
    name: record.operation,
    kind: 'client',
    correlation: record.correlation ?? '',
    spanId: span,
    startedAt: first.at,
    endedAt: Math.max(...record.attemptLog.map(({ at, durationMs }) => at + durationMs)),
    attributes: {
      'hub.operation': record.operation,
      'hub.shop_id': record.shopId,
      'hub.outcome': record.outcome,
      'hub.code': record.code,
      'hub.attempts': record.attempts,
      'http.request.method': record.method,
      'http.response.status_code': record.status,
    },
    moments: record.attemptLog.map(momentOf),
    failed: record.outcome !== 'confirmed',
  });
}

function momentOf({ at, status, failure, code }: AttemptRecord) {
  const attributes = { 'http.response.status_code': status, 'hub.failure': failure, 'hub.code': code };
  return { name: 'attempt', at, attributes };
}
