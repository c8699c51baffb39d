import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { keyRingOf } from '@hub/installation';
import { createLogger } from '@hub/runtime';
import { createShopDirectory, type Shop } from '@hub/shops';
import {
  cancelOrder,
  deliverTracking,
  readProductsPage,
  registerReturn,
  writeInventory,
  createStoreClient,
  type CallOutcome,
  type Store,
  type StoreClient,
} from '@hub/store-calls';
import type { HubConfig } from '../config';
import { CommandFailure } from '../failure';
import { requireServedShop } from '../find-shop';
import { withDatabase } from '../with-database';
import { describeOutcome } from './describe-outcome';

export interface Finding {
  endpoint: string;
  expected: string;
  found: string;
  ok: boolean;
}

interface Probe {
  endpoint: string;
  expected: string;
  call: () => Promise<CallOutcome<unknown>>;
  passes: (outcome: CallOutcome<unknown>) => boolean;
}

/**
 * Calls a store's endpoints without any effect there: reads one page, and otherwise names things that do not exist or
 * signs wrongly. No order is ever sent, because a store that does not check would create it.
 */
export function checkShop(slug: string): Promise<Finding[]> {
  return withDatabase((context) => checkStore(slug, context));
}

async function checkStore(
  slug: string,
  { db, config }: { db: Database; config: HubConfig },
): Promise<Finding[]> {
  await requireServedShop(db, slug);
  const logger = createLogger({ service: 'hub', level: 'error' });
  const directory = createShopDirectory({ db, encryptionKey: keyRingOf(config), logger });
  await directory.refresh();
  const shop = directory.bySlug(slug);
  if (!shop) throw new CommandFailure([`the secrets of ${slug} cannot be opened with the keys given here`]);
  const client = createStoreClient({
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
  });
  const findings: Finding[] = [];
  for (const probe of probes(client, shop)) findings.push(await find(probe));
  client.close();
  return findings;
}

async function find({ endpoint, expected, call, passes }: Probe): Promise<Finding> {
  const outcome = await call();
  return { endpoint, expected, found: describeOutcome(outcome), ok: passes(outcome) };
}

function probes(client: StoreClient, shop: Shop): Probe[] {
  const store: Store = {
    shopId: shop.id,
    slug: shop.slug,
    apiRoot: shop.storeApiRoot,
    bearerToken: shop.bearerTokens[0] ?? '',
    signingSecret: shop.signingSecrets(Date.now())[0] ?? '',
  };
  const wrongToken = { ...store, bearerToken: `wrong-${randomUUID()}` };
  const wrongSecret = { ...store, signingSecret: `wrong-${randomUUID()}` };
  const nothing = `hub-check-${randomUUID()}`;
  const once = { maxAttempts: 1 };
  const write = { variant_id: nothing, location_id: shop.hubNetworkLocationId, quantity: 0 };
  const tracking = {
    external_ref: nothing,
    carrier: 'hub check',
    tracking_number: nothing,
    shipped_at: new Date().toISOString(),
    line_items: [{ line_item_id: nothing, quantity: 1 }],
  };
  const cancel = { external_ref: nothing, order_id: nothing };
  const goods = {
    external_ref: nothing,
    order_id: nothing,
    lines: [{ order_line_id: nothing, quantity: 1 }],
  };
  const refusedAs = (code: string) => (outcome: CallOutcome<unknown>) =>
    outcome.kind === 'refused' && outcome.status === 404 && outcome.code === code;
  const unauthorized = (outcome: CallOutcome<unknown>) =>
    outcome.kind === 'unauthorized' && outcome.status === 401;
  return [
    {
      endpoint: 'GET /products',
      expected: 'a page of the agreed shape',
      call: () => client.send(store, readProductsPage({}), once),
      passes: (outcome) => outcome.kind === 'confirmed',
    },
    {
      endpoint: 'GET /products, wrong bearer token',
      expected: '401 unauthorized',
      call: () => client.send(wrongToken, readProductsPage({}), once),
      passes: unauthorized,
    },
    {
      endpoint: 'PUT /inventory, wrong signature',
      expected: '401 unauthorized',
      call: () => client.send(wrongSecret, writeInventory(write), once),
      passes: unauthorized,
    },
    {
      endpoint: 'PUT /inventory, unknown variant',
      expected: '404 unknown_variant',
      call: () => client.send(store, writeInventory(write), once),
      passes: refusedAs('unknown_variant'),
    },
    {
      endpoint: 'PUT /orders/{order_id}/tracking, unknown order',
      expected: '404 unknown_order',
      call: () => client.send(store, deliverTracking(nothing, tracking), once),
      passes: refusedAs('unknown_order'),
    },
    {
      endpoint: 'POST /cancel, wrong signature',
      expected: '401 unauthorized',
      call: () => client.send(wrongSecret, cancelOrder(cancel), once),
      passes: unauthorized,
    },
    {
      endpoint: 'POST /cancel, unknown order',
      expected: '404 unknown_order',
      call: () => client.send(store, cancelOrder(cancel), once),
      passes: refusedAs('unknown_order'),
    },
    {
      endpoint: 'POST /returns, unknown order',
      expected: '404 unknown_order',
      call: () => client.send(store, registerReturn(goods), once),
      passes: refusedAs('unknown_order'),
    },
  ];
}
