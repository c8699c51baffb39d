import { isTraced, newSpanId, recordSpan, traceIdOf, traceparentOf } from '@hub/runtime';
import type { AttemptRecord } from './attempts';
import type { StoreCallRecord } from './call-record';

/** The span that a call will be, and how its store is told; nulls where nobody follows it, or it belongs to no event. */
export function callSpan(correlation: string | null): { span: string | null; traceparent: string | null } {
  if (!correlation || !isTraced(correlation)) return { span: null, traceparent: null };
  const span = newSpanId();
  return { span, traceparent: traceparentOf({ traceId: traceIdOf(correlation), spanId: span }) };
}

/** A call as a span of its correlation's trace, each attempt a moment of it. Neither path nor reference is in it (D29). */
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
