import type { InjectionVat, StockDeductedAt } from '@hub/database';
import type { KeyRing } from '@hub/installation';
import type { AgreedRate, Capabilities, ShippingTerms, ShopLocation, SigningSecret } from '../sheet-fields';
import { shippingTermsOf } from '../sheet/shipping-terms';
import { agreedRatesOf, capabilitiesOf, openCredentials, type ShopRow } from '../shop-records';

/** A shop in running services: the facts of its sheet, and its credentials. */
export interface Shop extends ShippingTerms {
  id: number;
  slug: string;
  name: string;
  country: string;
  currency: string;
  storeApiRoot: string;
  hubNetworkLocationId: string;
  locations: readonly ShopLocation[];
  destinationCountries: ReadonlySet<string>;
  testWebhookUrl: string | null;
  injectionVat: InjectionVat;
  stockDeductedAt: StockDeductedAt;
  testVariants: ReadonlySet<string>;
  optionalFields: ReadonlySet<string>;
  capabilities: Capabilities;
  /** D38: it is chosen for nothing new. */
  paused: boolean;
  /** The first is sent; if the store rejects it, the next (D25). */
  bearerTokens: readonly string[];
  /** The secrets that verify at `nowMs`, the one that signs first (D2). */
  signingSecrets(nowMs: number): string[];
  /** The revenue split agreed for a variant at an instant (ns since the epoch), as exact decimal text; `null`: none (D24). */
  splitRateAt(variantId: string, instant: bigint): string | null;
  /** Increases with every change. */
  revision: bigint;
  /** Increases when its bearer tokens, secrets or store's address change. */
  credentialsRevision: bigint;
}

/** Throws `SecretUnreadableError` if the shop's secrets were encrypted with another key. */
export function shopOf(row: ShopRow, keys: string | KeyRing): Shop {
  const { bearerTokens, signingSecrets } = openCredentials(row, keys);
  const rates = ratesByVariant(agreedRatesOf(row));
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    country: row.country,
    currency: row.currency,
    storeApiRoot: row.storeApiRoot,
    hubNetworkLocationId: row.hubNetworkLocationId,
    locations: row.locations.map(({ locationId, latitude, longitude }) => ({
      locationId,
      latitude,
      longitude,
    })),
    destinationCountries: new Set(row.destinationCountries),
    testWebhookUrl: row.testWebhookUrl,
    injectionVat: row.injectionVat,
    stockDeductedAt: row.stockDeductedAt,
    testVariants: new Set(row.testVariants),
    optionalFields: new Set(row.optionalFields),
    ...shippingTermsOf(row),
    capabilities: capabilitiesOf(row),
    paused: row.pausedUntil !== null,
    bearerTokens,
    signingSecrets: (nowMs) => secretsAt(signingSecrets, nowMs),
    splitRateAt: (variantId, instant) => splitRateAt(rates, variantId, instant),
    revision: row.revision,
    credentialsRevision: row.credentialsRevision,
  };
}

function secretsAt(entries: readonly SigningSecret[], nowMs: number): string[] {
  return entries
    .filter(({ verifyUntil }) => verifyUntil === null || nowMs <= verifyUntil.getTime())
    .map(({ secret }) => secret);
}

function ratesByVariant(rates: readonly AgreedRate[]): Map<string, AgreedRate[]> {
  const byVariant = new Map<string, AgreedRate[]>();
  for (const rate of rates) byVariant.set(rate.variantId, [...(byVariant.get(rate.variantId) ?? []), rate]);
  return byVariant;
}

/** The variant's own rate, the latest that applies at the instant; the shop's default if the variant has none then. */
function splitRateAt(
  rates: ReadonlyMap<string, AgreedRate[]>,
  variantId: string,
  instant: bigint,
): string | null {
  return rateAt(rates.get(variantId), instant) ?? rateAt(rates.get(''), instant);
}

/** @param ascending rates in the order of their instants */
function rateAt(ascending: readonly AgreedRate[] = [], instant: bigint): string | null {
  // Asked for each candidate of each order: most shops have one rate, from the beginning.
  for (let index = ascending.length - 1; index >= 0; index -= 1) {
    const rate = ascending[index];
    if (rate && (rate.appliesFrom === 0n || rate.appliesFrom <= instant)) return rate.rate;
  }
  return null;
}
