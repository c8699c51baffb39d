import type { CapabilityState, InjectionVat, StockBuffer } from '@hub/database';
import type { ShopFacts } from '@hub/stock';
import type { SellingShop } from '../intake/intake-facts';
import type { ShippingShop } from '../routing/facts-records';

/** A shop's sheet as cached in a process, with its revision (D25). */
export interface CachedSheet {
  id: number;
  slug: string;
  country: string;
  currency: string;
  hubNetworkLocationId: string;
  locations: readonly { locationId: string; latitude: number | null; longitude: number | null }[];
  destinationCountries: ReadonlySet<string>;
  injectionVat: InjectionVat;
  testVariants: ReadonlySet<string>;
  optionalFields: ReadonlySet<string>;
  stockBuffer: StockBuffer;
  timeZone: string;
  ordersPerDay: number | null;
  capabilities: Readonly<Record<'orders' | 'inventory', CapabilityState>>;
  /** D38: it is chosen for nothing new. */
  paused: boolean;
  /** As exact decimal text; null: none agreed. */
  splitRateAt(variantId: string, instant: bigint): string | null;
  revision: bigint;
}

/** All sheets; one may be a moment older than the database's, which its user detects by the revision. */
export interface CachedSheets {
  byId(id: number): CachedSheet | null;
}

export function sellingShopOf(sheet: CachedSheet): SellingShop {
  const { id, slug, country, currency, hubNetworkLocationId, destinationCountries, testVariants } = sheet;
  return {
    id,
    slug,
    country,
    orders: sheet.capabilities.orders,
    currency,
    hubNetworkLocationId,
    destinationCountries,
    locations: new Set(sheet.locations.map(({ locationId }) => locationId)),
    testVariants,
    revision: sheet.revision,
  };
}

export function shippingShopOf(sheet: CachedSheet): ShippingShop {
  const { id, slug, country, injectionVat, optionalFields, timeZone, ordersPerDay, revision } = sheet;
  return {
    id,
    slug,
    country,
    injectionVat,
    optionalFields: [...optionalFields],
    timeZone,
    ordersPerDay,
    revision,
  };
}

export function shopFactsOf(sheet: CachedSheet, suspended: boolean): ShopFacts {
  const { currency, destinationCountries, capabilities, paused } = sheet;
  const { orders, inventory } = capabilities;
  // Routing does not use it (D16).
  const heldForLong = false;
  const injection = null;
  return {
    shopId: sheet.id,
    currency,
    orders,
    inventory,
    destinationCountries,
    suspended,
    heldForLong,
    paused,
    injection,
  };
}
