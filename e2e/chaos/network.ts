import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  environmentSheet,
  startStore,
  type CatalogueProduct,
  type SimulatedStore,
} from '@hub/store-simulator';
import { aGtin, eventually } from '@hub/testing';
import type { HubInUse } from './hub';

export const LOCATION = '1001';
export const HUB_LOCATION = '9000';

/** A shop of the run: its store lives in this process. */
export interface ChaosShop {
  slug: string;
  store: SimulatedStore;
  /** When the store's own figure falls (D17). */
  deducts: 'order' | 'shipment';
}

export interface Network {
  shops: ChaosShop[];
  /** Articles by number; every shop lists every one of them. */
  articles: number[];
  close(): Promise<void>;
}

/** Of each article at each shop, before anything is traded. */
export const PIECES_AT_FIRST = 12;
/** Events are sent again soon, then less often, and for longer than any disaster lasts. */
const DELIVERY_DELAYS_MS = [0, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 120 }, () => 15_000)];
const BEARER = 'BEARER';
const SECRET = 'SECRET';

/** A shop's own id of an article. */
export function variantOf(slug: string, article: number): string {
  return `variant-${article}-of-${slug}`;
}

/** Starts the stores, applies their sheets and has their catalogues read, as an operator does it. */
export async function openNetwork(
  hub: HubInUse,
  size: { stores: number; articles: number },
): Promise<Network> {
  const articles = Array.from({ length: size.articles }, (_, index) => index + 1);
  const folder = await mkdtemp(join(tmpdir(), 'hub-chaos-sheets-'));
  const shops: ChaosShop[] = [];
  for (let index = 0; index < size.stores; index += 1) shops.push(await openShop(hub, { index, articles }));
  for (const shop of shops) await enrol(hub, { shop, folder, index: shops.indexOf(shop) });
  await rm(folder, { recursive: true, force: true });
  await untilStockIsShown(shops, articles);
  return {
    shops,
    articles,
    close: async () => {
      await Promise.all(shops.map(({ store }) => store.stop()));
    },
  };
}

async function openShop(
  hub: HubInUse,
  { index, articles }: { index: number; articles: number[] },
): Promise<ChaosShop> {
  const slug = `shop-${index + 1}`;
  const deducts = index % 3 === 2 ? 'shipment' : 'order';
  const port = hub.ingressPorts[index % hub.ingressPorts.length];
  const store = await startStore({
    slug,
    country: 'SE',
    currency: 'EUR',
    bearerToken: `bearer-of-${slug}`,
    signingSecret: `signing-secret-of-${slug}`,
    hubLocationId: HUB_LOCATION,
    locations: [LOCATION],
    catalogue: articles.map((article) => aProduct(slug, article)),
    eventsUrl: `http://127.0.0.1:${port}/shops/${slug}/events`,
    deducts,
    deliveryDelaysMs: DELIVERY_DELAYS_MS,
  });
  return { slug, store, deducts };
}

async function enrol(
  hub: HubInUse,
  { shop, folder, index }: { shop: ChaosShop; folder: string; index: number },
): Promise<void> {
  const sheet = environmentSheet({
    slug: shop.slug,
    country: 'SE',
    currency: 'EUR',
    apiRoot: shop.store.apiRoot,
    hubLocationId: HUB_LOCATION,
    locations: [{ id: LOCATION, latitude: 55 + index, longitude: 13 }],
    destinationCountries: ['SE'],
    deducts: shop.deducts,
    bearerEnv: BEARER,
    secretEnv: SECRET,
    // By its title a line is known again at the shop that ships it.
    optionalFields: ['line_titles'],
  });
  const file = join(folder, `${shop.slug}.yaml`);
  await writeFile(file, sheet);
  const secrets = { [BEARER]: `bearer-of-${shop.slug}`, [SECRET]: `signing-secret-of-${shop.slug}` };
  await succeed(hub, ['shop', 'apply', file], secrets);
  await succeed(hub, ['catalogue', 'pull', shop.slug]);
}

async function succeed(hub: HubInUse, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { exitCode, stdout, stderr } = await hub.command(args, env);
  if (exitCode !== 0) throw new Error(`hub ${args.join(' ')}: exit ${exitCode}\n${stdout}${stderr}`);
}

function aProduct(slug: string, article: number): CatalogueProduct {
  return {
    product_id: `product-${article}-of-${slug}`,
    title: `Article ${article}`,
    brand: 'Fjordline',
    images: [{ url: `https://images.example.com/${article}.jpg` }],
    variants: [
      {
        variant_id: variantOf(slug, article),
        size: 'One size',
        barcode: aGtin(article),
        inventory: [
          { location_id: LOCATION, quantity: PIECES_AT_FIRST },
          { location_id: HUB_LOCATION, quantity: 0 },
        ],
      },
    ],
  };
}

async function untilStockIsShown(shops: ChaosShop[], articles: number[]): Promise<void> {
  const expected = (shops.length - 1) * PIECES_AT_FIRST;
  await eventually(
    () => {
      for (const { slug, store } of shops)
        for (const article of articles) {
          const shown = store.inventory(variantOf(slug, article))[HUB_LOCATION];
          if (shown !== expected)
            throw new Error(`${slug} shows ${shown} of article ${article}, not ${expected}`);
        }
    },
    { timeoutMs: 120_000, everyMs: 200 },
  );
}
