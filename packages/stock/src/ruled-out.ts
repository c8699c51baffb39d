import type { OrderMode } from '@hub/database';
import type { VariantFacts } from './facts';

/** The demand for which a shipping shop is chosen: a network line of an order (D19), or any order a shop could take (D16). */
export interface Demand {
  sellingShopId: number;
  /** An order in dry run may choose among shops in dry run and live ones. */
  mode: OrderMode;
  currency: string;
  /** The order's destination; for a network quantity every country on the selling shop's sheet. */
  countries: ReadonlySet<string>;
  /** Pieces that one shop must have: a line is never split. */
  quantity: number;
  /** Shops never to be chosen again for the line: they could not ship it, or refused it. */
  excludedShops: readonly number[];
}

/** Why a shop's variant cannot serve a demand. Stored with routing decisions: names are stable. */
export type RuledOutReason =
  | 'same_shop'
  | 'excluded_shop'
  | 'not_linked'
  | 'variant_retired'
  | 'orders_not_live'
  | 'paused'
  | 'currency_differs'
  | 'not_shipped_to_country'
  | 'no_split_rate'
  | 'not_enough_stock';

/**
 * The one rule of which shop could supply which (D19), both for choosing a shipping shop and for network quantities
 * (D16).
 * @returns the first reason against the candidate, stock last; null: it can serve the whole demand
 */
export function ruledOut(demand: Demand, candidate: VariantFacts): RuledOutReason | null {
  const { shop } = candidate;
  if (candidate.shopId === demand.sellingShopId) return 'same_shop';
  if (demand.excludedShops.includes(candidate.shopId)) return 'excluded_shop';
  if (candidate.gtin === null) return 'not_linked';
  if (candidate.state !== 'active') return 'variant_retired';
  if (shop.orders !== 'live' && shop.orders !== demand.mode) return 'orders_not_live';
  if (shop.paused) return 'paused';
  if (shop.currency !== demand.currency) return 'currency_differs';
  if (!haveInCommon(demand.countries, shop.destinationCountries)) return 'not_shipped_to_country';
  if (candidate.splitRate === null) return 'no_split_rate';
  if (candidate.freeStock < demand.quantity) return 'not_enough_stock';
  return null;
}

function haveInCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
