import type { IncomingMessage } from 'node:http';
import type { Envelope, Verdict } from '@hub/contract';
import { isTraced, readTraceparent, recordSpan } from '@hub/runtime';

interface ReceivedEvent {
  correlation: string;
  receivedAt: number;
  shopId?: number | null;
  envelope?: Envelope;
}

/**
 * A shop's request as the root of its event's trace. The sender's own trace is linked, never continued: its ids are not
 * trusted.
 */
export function recordRequest(
  { headers }: IncomingMessage,
  { correlation, receivedAt, shopId, envelope }: ReceivedEvent,
  { verdict, durationMs }: { verdict: Verdict; durationMs: number },
): void {
  if (!isTraced(correlation)) return;
  const { traceparent } = headers;
  const sender = readTraceparent([traceparent ?? []].flat()[0]);
  recordSpan({
    name: envelope?.event ?? 'event',
    kind: 'server',
    correlation,
    parentId: null,
    startedAt: receivedAt,
    endedAt: receivedAt + durationMs,
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': verdict.status,
      'hub.event': envelope?.event,
      'hub.shop_id': shopId,
      ...(verdict.status === 200 ? { 'hub.outcome': verdict.outcome } : { 'hub.code': verdict.code }),
    },
    links: sender ? [sender] : [],
    failed: verdict.status >= 500,
  });
}
