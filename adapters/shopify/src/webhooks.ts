import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { KitEvents } from '@hub/store-kit';
import type { Shop } from './shop';
import { subjectOf } from './webhook-topics';
import { reportChange } from './report-change';

export interface WebhookOptions {
  shop: Shop;
  events: Pick<KitEvents<never>, 'orderChanged' | 'stockChangedAt'>;
  /** The app's client secrets; two while they are rotated. */
  clientSecrets: () => readonly string[];
  onError?: ((error: unknown, topic: string) => void) | undefined;
}

/** So many webhooks are remembered by their id: a repeat of one, even at the same moment, is the same work. */
const REMEMBERED = 1_000;

/**
 * Takes Shopify's webhooks. They come late, twice and in another order, and some never: each only triggers a read, and what
 * the shop has at that moment is reported. After a `500` Shopify sends it again; the kit's sweep finds what no webhook reported.
 */
export function shopifyWebhooks(options: WebhookOptions) {
  const { shop, events, onError = () => {} } = options;
  const seen = new Map<string, Promise<void>>();
  const reportOnce = (id: string, report: () => Promise<void>): Promise<void> => {
    const known = seen.get(id);
    if (known) return known;
    const reported = report();
    remember(seen, id, reported);
    return reported;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const topic = header(request, 'x-shopify-topic');
    const end = (status: number): void => void response.writeHead(status).end();
    try {
      const body = await buffer(request);
      const isOurs = header(request, 'x-shopify-shop-domain') === shop.domain;
      if (!isOurs || !isSigned(body, header(request, 'x-shopify-hmac-sha256'), options.clientSecrets()))
        return end(401);
      const id = `${topic} ${header(request, 'x-shopify-webhook-id')}`;
      await reportOnce(id, async () => {
        const subject = subjectOf(topic, body);
        if (subject) await reportChange(shop, events, subject);
      });
      return end(200);
    } catch (error) {
      onError(error, topic);
      return end(500);
    }
  };
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');

/** Base64 of HMAC-SHA256 over the raw bytes, under any of the secrets; in constant time. */
function isSigned(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, 'base64');
  return secrets
    .map((secret) => createHmac('sha256', secret).update(body).digest())
    .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
    .some(Boolean);
}

/** What failed is forgotten, so that its repeat is worked on. */
function remember(seen: Map<string, Promise<void>>, id: string, reported: Promise<void>): void {
  seen.set(id, reported);
  reported.catch(() => seen.delete(id));
  const [oldest] = seen.keys();
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
}
