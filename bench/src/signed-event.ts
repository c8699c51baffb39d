import { randomUUID } from 'node:crypto';
import { sign, type EventName } from '@hub/contract';

/** The bytes of a whole signed `POST` of an event. */
export function signedEvent(
  to: { path: string; secret: string },
  event: { name: EventName; data: object },
): Buffer {
  const body = JSON.stringify({
    spec_version: '1',
    event: event.name,
    event_id: randomUUID(),
    occurred_at: new Date().toISOString(),
    data: event.data,
  });
  const head =
    `POST ${to.path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n` +
    `X-HUB-Signature: ${sign(to.secret, body)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}
