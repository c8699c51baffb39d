import { randomUUID } from 'node:crypto';
import { sign } from '@hub/contract';

/** An endless stream of signed `inventory.updated` requests over the given variants, each a later change than the last. */
export function stockEvents(shop: {
  path: string;
  secret: string;
  locationId: string;
  variantIds: readonly string[];
}): () => Buffer {
  let count = 0;
  return () => {
    count += 1;
    const now = new Date().toISOString();
    const body = JSON.stringify({
      spec_version: '1',
      event: 'inventory.updated',
      event_id: randomUUID(),
      occurred_at: now,
      data: {
        variant_id: shop.variantIds[count % shop.variantIds.length],
        location_id: shop.locationId,
        quantity: count % 1_000,
        // Exact to the nanosecond, so that two changes of one millisecond are still in order.
        changed_at: now.replace('Z', String(count % 1_000_000).padStart(6, '0') + 'Z'),
      },
    });
    const head =
      `POST ${shop.path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n` +
      `X-HUB-Signature: ${sign(shop.secret, body)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return Buffer.from(head + body);
  };
}
