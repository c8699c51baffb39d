import type { OrderMode } from '@hub/database';
import type { VariantFacts } from '@hub/stock';
import type { Criteria } from './criteria';
import type { Coordinates } from './distance';

/** The facts of a seller order that decide where its lines go. */
export interface RoutingOrder {
  sellingShopId: number;
  mode: OrderMode;
  currency: string;
  country: string;
  /** Of the customer; null: not given. */
  coordinates: Coordinates | null;
  /** Shops that still have a parcel of this order to pack. */
  shopsWithParcels: ReadonlySet<number>;
}

/** A network line that waits for a shipping shop. */
export interface RoutingLine {
  orderLineId: string;
  lineItemId: string;
  /** The article of its variant; null: the variant is not linked (D31). */
  gtin: string | null;
  quantity: number;
  excludedShops: readonly number[];
}

/** Pieces at a location with known coordinates. */
export interface LocatedStock extends Coordinates {
  quantity: number;
}

/** The injection VAT of a shop for an order (D24). */
export interface ApplicableVat {
  applies: boolean;
  /** If it applies, as an exact decimal; null: no rate is known. */
  rate: string | null;
}

/** A shop's variant that could be the article of a line. */
export interface CandidateFacts {
  variant: VariantFacts;
  stock: readonly LocatedStock[];
  injectionVat: ApplicableVat;
  /** Its shop is in the country of the destination. */
  sameCountry: boolean;
  /** Of its shop; null: no policy in question compares by it. */
  load: number | null;
  /** Its shop has reached its `orders_per_day` (D19). */
  full: boolean;
}

export interface RoutingFacts {
  order: RoutingOrder;
  lines: readonly RoutingLine[];
  /** By GTIN-14; any order of candidates gives the same decision. */
  candidates: ReadonlyMap<string, readonly CandidateFacts[]>;
  /** VAT of the destination at the order's `created_at` as an exact decimal; null: no rate is known. */
  consumerVat: string | null;
}

/** By what shops are chosen among those that could ship a line (D19). */
export interface RoutingPolicy {
  version: string;
  criteria: Criteria;
}
