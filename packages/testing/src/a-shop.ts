import type { CapabilityState, Database, InjectionVat, StockDeductedAt } from '@hub/database';
import { BodyCipher, encryptSecret, secretFingerprint } from '@hub/installation';
import { serial } from './serial';

/** HUB_ENCRYPTION_KEY of tests. */
export const TEST_ENCRYPTION_KEY = '00112233445566778899aabbccddeeff'.repeat(2);

/** Encrypts and decrypts bodies (D33) with that key; a new one for each database. */
export const testCipher = (): BodyCipher => new BodyCipher({ HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });

/** A body of a failed message as a replay sends it, encrypted or not. */
export async function openedBody(
  db: Database,
  letter: { id: string; body: Uint8Array | null; bodyKeyId: number | null },
): Promise<Buffer> {
  const { id, body, bodyKeyId } = letter;
  return testCipher().open(db, { table: 'dead_letter', id }, { body: body ?? new Uint8Array(), bodyKeyId });
}

export interface ShopOverrides {
  slug?: string;
  name?: string;
  country?: string;
  currency?: string;
  storeApiRoot?: string;
  bearerToken?: string;
  signingSecret?: string;
  hubNetworkLocationId?: string;
  locations?: { locationId: string; latitude?: number; longitude?: number }[];
  destinationCountries?: string[];
  /** Decimal text; `null`: no rate agreed. */
  splitRate?: string | null;
  variantSplitRates?: Record<string, string>;
  injectionVat?: InjectionVat;
  stockDeductedAt?: StockDeductedAt;
  testVariants?: string[];
  optionalFields?: string[];
  timeZone?: string;
  shipWithin?: string;
  closedDays?: string[];
  /** Pieces kept back of each variant. */
  stockBuffer?: { default?: number; variants?: Record<string, number> };
  ordersPerDay?: number;
  capabilities?: Partial<Record<CapabilityName, CapabilityState>>;
  /** `null`: no run accepted yet. */
  firstCatalogueAt?: Date | null;
  encryptionKey?: string;
}
type CapabilityName = 'products' | 'inventory' | 'orders' | 'cancellation' | 'returns';

/** The capabilities of a shop that is new, or leaves. */
export const ALL_OFF = {
  products: 'off',
  inventory: 'off',
  orders: 'off',
  cancellation: 'off',
  returns: 'off',
} as const;

export interface StoredShop {
  id: number;
  slug: string;
  bearerToken: string;
  signingSecret: string;
  hubNetworkLocationId: string;
  /** Of its first own location. */
  locationId: string;
}

/**
 * Inserts a shop: Swedish, in euro, live in every capability, its catalogue read, one location, a split rate of 0.7.
 * Its store has an address without a server, unless `storeApiRoot` is given.
 */
export async function aShop(db: Database, overrides: ShopOverrides = {}): Promise<StoredShop> {
  const slug = overrides.slug ?? `shop-${serial()}`;
  const bearerToken = overrides.bearerToken ?? `token-of-${slug}`;
  const signingSecret = overrides.signingSecret ?? `secret-of-${slug}`;
  const hubNetworkLocationId = overrides.hubNetworkLocationId ?? '9000';
  const locations = overrides.locations ?? [{ locationId: '1001' }];
  const key = overrides.encryptionKey ?? TEST_ENCRYPTION_KEY;
  const token = encryptSecret(key, { shopSlug: slug, field: 'bearer_token' }, bearerToken);
  const secret = encryptSecret(key, { shopSlug: slug, field: 'signing_secret' }, signingSecret);
  const { id } = await db.shop.create({
    data: {
      slug,
      name: overrides.name ?? slug,
      country: overrides.country ?? 'SE',
      currency: overrides.currency ?? 'EUR',
      storeApiRoot: overrides.storeApiRoot ?? 'http://127.0.0.1:9',
      hubNetworkLocationId,
      destinationCountries: overrides.destinationCountries ?? ['SE', 'NO', 'DK'],
      injectionVat: overrides.injectionVat ?? 'domestic',
      stockDeductedAt: overrides.stockDeductedAt ?? 'order',
      testVariants: overrides.testVariants ?? [],
      optionalFields: overrides.optionalFields ?? [],
      ...termsOf(overrides),
      products: 'live',
      inventory: 'live',
      orders: 'live',
      cancellation: 'live',
      returns: 'live',
      ...overrides.capabilities,
      bearerToken: token.ciphertext,
      bearerTokenKeyId: token.keyId,
      firstCatalogueAt: overrides.firstCatalogueAt === undefined ? new Date() : overrides.firstCatalogueAt,
      locations: { create: locations },
      secrets: { create: { position: 0, ...secret, fingerprint: secretFingerprint(key, signingSecret) } },
      splitRates: { create: splitRates(overrides) },
    },
  });
  return {
    id,
    slug,
    bearerToken,
    signingSecret,
    hubNetworkLocationId,
    locationId: locations[0]?.locationId ?? '',
  };
}

function termsOf({ stockBuffer, closedDays = [], ...given }: ShopOverrides) {
  return {
    timeZone: given.timeZone ?? 'UTC',
    shipWithin: given.shipWithin ?? '72h',
    closedDays,
    stockBuffer: { default: 0, variants: {}, ...stockBuffer },
    ordersPerDay: given.ordersPerDay ?? null,
  };
}

function splitRates({ splitRate = '0.7', variantSplitRates = {} }: ShopOverrides) {
  const ofVariants = Object.entries(variantSplitRates).map(([variantId, rate]) => ({ variantId, rate }));
  return splitRate === null ? ofVariants : [{ variantId: '', rate: splitRate }, ...ofVariants];
}
