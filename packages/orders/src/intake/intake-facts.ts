import type { CapabilityState } from '@hub/database';

/** What the selling shop's sheet says about its own orders (D25). */
export interface SellingShop {
  id: number;
  slug: string;
  country: string;
  orders: CapabilityState;
  currency: string;
  hubNetworkLocationId: string;
  destinationCountries: ReadonlySet<string>;
  /** Its own locations. */
  locations: ReadonlySet<string>;
  testVariants: ReadonlySet<string>;
  revision: bigint;
}

/** A variant as in the catalogue, for cross-checks (D31). */
export interface KnownVariant {
  barcode: string | null;
  sku: string | null;
}

export interface IntakeFacts {
  shop: SellingShop;
  /**
   * By the store's id: those of the order's network lines that a completed catalogue run has shown, retired ones
   * included.
   */
  variants: ReadonlyMap<string, KnownVariant>;
  /** A cancellation of this order arrived first (D12). */
  cancelledBefore: boolean;
}
