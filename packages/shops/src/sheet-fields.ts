import { CAPABILITIES, type Capability } from '@hub/contract';
import type { CapabilityState, InjectionVat, StockBuffer, StockDeductedAt } from '@hub/database';

export { CAPABILITIES, type Capability };
export type Capabilities = Readonly<Record<Capability, CapabilityState>>;

/** A shop's defaults before its first sheet. */
export const ALL_OFF: Capabilities = {
  products: 'off',
  inventory: 'off',
  orders: 'off',
  cancellation: 'off',
  returns: 'off',
};

/** Extras of `POST /orders` that a shop may request (D18). */
export const OPTIONAL_FIELDS = ['line_titles', 'totals', 'carrier_note', 'seller_order_number'] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** One own location of a shop; coordinates always both or none. */
export interface ShopLocation {
  locationId: string;
  latitude: number | null;
  longitude: number | null;
}

export interface SigningSecret {
  secret: string;
  /** The last instant at which it verifies; `null`: no end. */
  verifyUntil: Date | null;
}

/** A revenue-split rate and its start (D24). */
export interface AgreedRate {
  /** Empty: the shop's default. */
  variantId: string;
  /** Nanoseconds since the epoch; 0: no start. */
  appliesFrom: bigint;
  /** Exact decimal text above 0, at most 1. */
  rate: string;
}

/** By when, how much and how many a shop ships for others (D16, D19, D38). */
export interface ShippingTerms {
  /** IANA name. */
  timeZone: string;
  /** From the receipt of a shipping order, such as `72h`. */
  shipWithin: string;
  /** `mon` to `sun`, and dates such as `2026-12-24`: they do not count. */
  closedDays: readonly string[];
  /** Pieces kept back of each variant. */
  stockBuffer: StockBuffer;
  /** Shipping orders in one of its days; null: any number. */
  ordersPerDay: number | null;
}

/** The facts of an environment sheet (D25), secrets resolved. */
export interface Sheet extends ShippingTerms {
  slug: string;
  name: string;
  country: string;
  currency: string;
  storeApiRoot: string;
  /** The first is sent; if the store rejects it, the next. */
  bearerTokens: readonly string[];
  /** The first one that still verifies signs (D2). */
  signingSecrets: readonly SigningSecret[];
  hubNetworkLocationId: string;
  locations: readonly ShopLocation[];
  destinationCountries: readonly string[];
  testWebhookUrl: string | null;
  splitRates: readonly AgreedRate[];
  injectionVat: InjectionVat;
  stockDeductedAt: StockDeductedAt;
  testVariants: readonly string[];
  optionalFields: readonly OptionalField[];
  contacts: Readonly<Record<string, string>>;
  capabilities: Capabilities;
}
