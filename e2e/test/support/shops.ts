import { applySheetText } from '@hub/cli';
import type { Database } from '@hub/database';
import { environmentSheet, startStore, type SimulatedStore } from '@hub/store-simulator';
import { TEST_ENCRYPTION_KEY } from '@hub/testing';
import { aCatalogue, HUB_LOCATION_ID, LOCATION_ID } from './a-catalogue';

/** A shop of a test: its store runs in the test's process, its sheet is applied and live throughout. */
export interface TestShop {
  slug: string;
  id: number;
  store: SimulatedStore;
  variantId: string;
  signingSecret: string;
  /** Applies the shop's sheet again, with other capabilities. */
  switchTo(capabilities: Capabilities): Promise<void>;
}

type Capabilities = NonNullable<Parameters<typeof environmentSheet>[0]['capabilities']>;

export interface ShopPlan {
  slug: string;
  country: string;
  latitude: number;
  longitude: number;
  pieces: number;
  /** Where it ships to, and sells; `SE` and `DK`, unless given. */
  destinations?: string[];
}

/** The customers of `selling` live in Copenhagen: `near` (Malmö) is nearer to them than `far` (Stockholm). */
const PLANS = {
  near: { slug: 'near', country: 'SE', latitude: 55.6, longitude: 13, pieces: 5 },
  far: { slug: 'far', country: 'SE', latitude: 59.33, longitude: 18.06, pieces: 8 },
  selling: { slug: 'selling', country: 'DK', latitude: 55.68, longitude: 12.57, pieces: 0 },
};

export type TestShops = Record<keyof typeof PLANS, TestShop>;

export const CUSTOMER = {
  name: 'Astrid Holm',
  address_line1: 'Nyhavn 17',
  zip: '1051',
  city: 'København',
  country_code: 'DK',
  email: 'astrid.holm@customer.example',
  latitude: 55.68,
  longitude: 12.59,
};

/** Events are sent again soon: the contract's minutes are not waited for. */
const DELIVERY_DELAYS_MS = [0, ...Array.from({ length: 180 }, () => 500)];

/** Starts the stores and applies their sheets. */
export async function openShops(db: Database, ingressPort: number): Promise<TestShops> {
  return {
    near: await openShop(PLANS.near, { db, ingressPort }),
    far: await openShop(PLANS.far, { db, ingressPort }),
    selling: await openShop(PLANS.selling, { db, ingressPort }),
  };
}

/** @param at.apiRoot where the hub calls it; the store's own address, unless given */
export async function openShop(
  plan: ShopPlan,
  { db, ingressPort, apiRoot }: { db: Database; ingressPort: number; apiRoot?: string },
): Promise<TestShop> {
  const { slug, country, latitude, longitude } = plan;
  const variantId = `variant-${slug}`;
  const env = { BEARER: `bearer-of-${slug}`, SECRET: `signing-secret-of-${slug}` };
  const eventsUrl = eventsUrlOf(slug, ingressPort);
  const store = await startStore({
    slug,
    country,
    currency: 'EUR',
    bearerToken: env.BEARER,
    signingSecret: env.SECRET,
    hubLocationId: HUB_LOCATION_ID,
    locations: [LOCATION_ID],
    catalogue: aCatalogue(variantId, plan.pieces),
    eventsUrl,
    deliveryDelaysMs: DELIVERY_DELAYS_MS,
  });
  const switchTo = async (capabilities: Capabilities): Promise<void> => {
    const sheet = environmentSheet({
      slug,
      country,
      currency: 'EUR',
      apiRoot: apiRoot ?? store.apiRoot,
      hubLocationId: HUB_LOCATION_ID,
      locations: [{ id: LOCATION_ID, latitude, longitude }],
      destinationCountries: plan.destinations ?? ['SE', 'DK'],
      eventsUrl,
      bearerEnv: 'BEARER',
      secretEnv: 'SECRET',
      capabilities,
    });
    const config = { HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, ALLOW_INSECURE_STORES: true };
    await applySheetText(sheet, { db, config, env, dryRun: false });
  };
  await switchTo({});
  const { id } = await db.shop.findUniqueOrThrow({ where: { slug } });
  return { slug, id, store, variantId, signingSecret: env.SECRET, switchTo };
}

export function eventsUrlOf(slug: string, ingressPort: number): string {
  return `http://127.0.0.1:${ingressPort}/shops/${slug}/events`;
}
