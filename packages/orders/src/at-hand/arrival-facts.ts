import type { CapabilityState } from '@hub/database';
import type { OrderCreated } from '@hub/contract';
import type { VariantKey } from '@hub/stock';
import type { RoutingPolicy } from '../routing/routing-facts';

/** An order that has come, with those beside it. */
export interface ArrivingOrder {
  shopId: number;
  order: OrderCreated;
}

/** A variant of a selling shop, as the catalogue has it. */
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
  /** Where pieces of it are, of articles of orders with coordinates. */
  stock: readonly StockAt[];
}

/** What there is to know of orders that came together and what may ship them; sheets and VAT rates are at hand. */
export interface ArrivalFacts {
  /** What of the selling shops' sheets tells whether those at hand are the ones in force. */
  sellers: ReadonlyMap<number, { revision: bigint; orders: CapabilityState }>;
  /** By `orderKeyText`. */
  stored: ReadonlySet<string>;
  /** A cancellation came before it (D12). By `orderKeyText`. */
  cancelled: ReadonlySet<string>;
  /** Variants of network lines, by `variantKeyText`; those that no completed catalogue run has shown are not there. */
  sold: ReadonlyMap<string, SoldVariant>;
  /** By GTIN-14. */
  offered: ReadonlyMap<string, readonly OfferedVariant[]>;
  /** Shops that are chosen after all others (D19). */
  suspended: ReadonlySet<number>;
  vatRatesMark: string;
  /** Orders with a `created_at` up to here may have been placed in a time that a restored database forgot; null: none. */
  maybePlacedUntil: bigint | null;
  /** By which shops are chosen (D19). */
  policy: RoutingPolicy;
}

export function orderKeyText({ shopId, orderId }: { shopId: number; orderId: string }): string {
  return `${shopId}/${orderId}`;
}
