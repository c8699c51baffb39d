import type { CapabilityState } from '@hub/database';
import type { OrderCreated } from '@hub/contract';
import type { VariantKey } from '@hub/stock';
import type { RoutingPolicy } from '../routing/routing-facts';

/** An arriving order, with those of its batch. */
export interface ArrivingOrder {
  shopId: number;
  order: OrderCreated;
}

/** A variant of a selling shop, as in the catalogue. */
export interface SoldVariant {
  gtin: string | null;
  barcode: string | null;
  sku: string | null;
}

/** Pieces at a shop's location. */
export interface StockAt {
  locationId: string;
  quantity: number;
}

/** A shop's variant that could be the article of a line. */
export interface OfferedVariant extends VariantKey {
  active: boolean;
  freeStock: number;
  /** Locations with pieces of it, for articles of orders with coordinates. */
  stock: readonly StockAt[];
}

/** The facts about orders of one batch and what may ship them; sheets and VAT rates are cached. */
export interface ArrivalFacts {
  /** Revisions of the selling shops' sheets: whether the cached ones are in force. */
  sellers: ReadonlyMap<number, { revision: bigint; orders: CapabilityState }>;
  /** By `orderKeyText`. */
  stored: ReadonlySet<string>;
  /** A cancellation came before it (D12). By `orderKeyText`. */
  cancelled: ReadonlySet<string>;
  /** Variants of network lines, by `variantKeyText`; without those that no completed catalogue run has shown. */
  sold: ReadonlyMap<string, SoldVariant>;
  /** By GTIN-14. */
  offered: ReadonlyMap<string, readonly OfferedVariant[]>;
  /** Shops that are chosen after all others (D19). */
  suspended: ReadonlySet<number>;
  vatRatesMark: string;
  /** Orders with a `created_at` up to here may have been placed in a period that a restored database forgot; null: none. */
  maybePlacedUntil: bigint | null;
  /** The policy by which shops are chosen (D19). */
  policy: RoutingPolicy;
}

export function orderKeyText({ shopId, orderId }: { shopId: number; orderId: string }): string {
  return `${shopId}/${orderId}`;
}
