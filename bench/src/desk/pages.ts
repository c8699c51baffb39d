import { aGtin } from '@hub/testing';
import type { Client } from 'pg';
import { z } from 'zod';

const SomeIds = z.object({ message: z.string(), alert: z.string(), call: z.string(), event: z.string() });
/** One row each, for the addresses of pages. */
type SomeIds = z.output<typeof SomeIds>;

/** @returns a row from the middle of each list */
export async function someIds(client: Client): Promise<SomeIds> {
  const { rows } = await client.query(`
    SELECT (SELECT id FROM dead_letter ORDER BY id OFFSET 10 LIMIT 1)::text AS message,
      (SELECT id FROM alert ORDER BY id OFFSET 10 LIMIT 1)::text AS alert,
      (SELECT id FROM store_call ORDER BY id OFFSET 10 LIMIT 1)::text AS call,
      (SELECT s.slug || '/' || e.id FROM sent_event e JOIN shop s ON s.id = e.shop_id ORDER BY e.id OFFSET 10 LIMIT 1) AS event`);
  return SomeIds.parse(rows[0]);
}

/** Orders, references, tracking numbers, articles; and something that does not exist. */
export const SEARCHES = [
  'X-500',
  '#700',
  'R-900',
  'T-1100',
  'coat',
  aGtin(7),
  'l-1300',
  'nothing of this name',
];

export const FILES = [
  '/orders/list.csv',
  '/dead-letters.csv',
  '/events.csv',
  '/calls.csv',
  '/alerts.csv',
  '/cases.csv',
  '/audit.csv',
];

/** Every page that a list links to, filtered lists, and the first of all. */
export function pagesOf(slug: string, ids: SomeIds): string[] {
  return [
    '/',
    '/at-risk',
    '/cases',
    '/cases/90000000-0000-4000-8000-000000000001',
    '/overview',
    '/dead-letters',
    '/dead-letters/causes',
    '/dead-letters/runs',
    '/alerts',
    '/events',
    '/calls',
    '/orders',
    '/orders/list',
    '/orders/10000000-0000-4000-8000-000000000500',
    '/shops',
    `/shops/${slug}`,
    `/articles/${aGtin(1)}`,
    '/unlinked',
    '/money',
    `/money/shops/${slug}`,
    `/money/lines?shop=${slug}`,
    `/money/returns?shop=${slug}`,
    '/money/vat',
    '/routing',
    '/routing/lab',
    '/audit',
    '/runbooks',
    '/runbooks/line-waiting',
    '/links',
    '/links/pairs',
    '/links/waiting',
    '/first',
    '/catalogue-runs',
    '/shop-mails',
    '/shop-figures',
    '/tokens',
    '/routing/try',
    '/routing/adopt',
    `/dead-letters/${ids.message}`,
    `/dead-letters/${ids.message}/replay`,
    `/alerts/${ids.alert}`,
    `/calls/${ids.call}`,
    `/events/${ids.event}`,
    `/shops/${slug}/catalogue`,
    `/shops/${slug}/golive`,
    `/events?shop=${slug}&answer=422`,
    `/calls?shop=${slug}`,
    `/orders/list?shop=${slug}&state=waiting`,
    `/dead-letters?shop=${slug}&state=open`,
    `/alerts?state=resolved`,
  ];
}
