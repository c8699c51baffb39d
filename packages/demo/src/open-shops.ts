import { randomBytes } from 'node:crypto';
import { applySheetText, requireShop, type HubConfig } from '@hub/cli';
import type { Database } from '@hub/database';
import {
  environmentSheet,
  startStore,
  type CatalogueProduct,
  type SimulatedStore,
} from '@hub/store-simulator';
import type { DemoShop } from './demo';
import {
  CURRENCY,
  DESTINATIONS,
  HUB_LOCATION_ID,
  LOCATION_ID,
  SHOP_PLANS,
  SPLIT_RATE,
  type ShopPlan,
} from './shop-plan';

export interface ShopOpening {
  db: Database;
  config: HubConfig;
  products: ReadonlyMap<string, CatalogueProduct[]>;
  ingressPort: number;
  /** How long each shop has to ship (D38); the hub's default, where not given. */
  shipWithin: string | undefined;
  /** Called with what happens in the stores, in plain language. */
  onEvent: (text: string) => void;
  /** Called with each store as soon as it runs, so that it is stopped in any case. */
  onStarted: (store: SimulatedStore) => void;
}

/** As in the contract, except for minutes, which are too long for a demonstration. */
const DELIVERY_DELAYS_MS = [0, 2_000, 5_000, 15_000];

/** Starts the stores and applies their environment sheets, as `hub shop apply` does. */
export async function openShops(opening: ShopOpening): Promise<DemoShop[]> {
  const shops: DemoShop[] = [];
  for (const plan of SHOP_PLANS) shops.push(await openShop(plan, opening));
  return shops;
}

async function openShop(plan: ShopPlan, opening: ShopOpening): Promise<DemoShop> {
  const { slug, country } = plan;
  const { db, config } = opening;
  const credentials = { BEARER: randomBytes(24).toString('hex'), SECRET: randomBytes(24).toString('hex') };
  const eventsUrl = `http://127.0.0.1:${opening.ingressPort}/shops/${slug}/events`;
  const store = await startStore({
    slug,
    country,
    currency: CURRENCY,
    bearerToken: credentials.BEARER,
    signingSecret: credentials.SECRET,
    hubLocationId: HUB_LOCATION_ID,
    locations: [LOCATION_ID],
    catalogue: opening.products.get(slug) ?? [],
    eventsUrl,
    deliveryDelaysMs: DELIVERY_DELAYS_MS,
    control: true,
    onEvent: opening.onEvent,
  });
  opening.onStarted(store);
  const sheet = environmentSheet({
    slug,
    name: plan.name,
    country,
    currency: CURRENCY,
    apiRoot: store.apiRoot,
    hubLocationId: HUB_LOCATION_ID,
    locations: [{ id: LOCATION_ID, latitude: plan.latitude, longitude: plan.longitude }],
    destinationCountries: DESTINATIONS,
    eventsUrl,
    splitRate: SPLIT_RATE,
    shipWithin: opening.shipWithin,
    bearerEnv: 'BEARER',
    secretEnv: 'SECRET',
  });
  const demoConfig = { ...config, ALLOW_INSECURE_STORES: true };
  await applySheetText(sheet, { db, config: demoConfig, env: credentials, dryRun: false });
  const { id } = await requireShop(db, slug);
  return { ...plan, id, store };
}
