import type { CapabilityState, InjectionVat, VariantState } from '@hub/database';
import type { VariantKey } from './variant-key';

/** When injection VAT is added to a shipping shop's payout (D24), and whether there is a rate to add. */
export interface InjectionFacts {
  country: string;
  applies: InjectionVat;
  /** A rate of the shop's country is in force. */
  hasRate: boolean;
}

/** The sheet's rules for dealing with other shops (D25). */
export interface ShopFacts {
  shopId: number;
  currency: string;
  orders: CapabilityState;
  inventory: CapabilityState;
  destinationCountries: ReadonlySet<string>;
  /** Orders would only pile up there: it is chosen after all others (D19). */
  suspended: boolean;
  /** Its `POST /orders` has been held for over an hour: its stock is not offered (D16). */
  heldForLong: boolean;
  /** D38: it is chosen for nothing new, and its stock is not offered. */
  paused: boolean;
  /** D32: `test` is not signed off, and the shop shows only network quantities of its test variants. */
  trialTraffic?: boolean;
  /** Null if it is judged elsewhere: a routing decision uses the order's own instant. */
  injection: InjectionFacts | null;
}

/** One shop's variant of an article, both for sale and for shipping. */
export interface VariantFacts extends VariantKey {
  shop: ShopFacts;
  /** The article it is linked to; null: not linked (D14). */
  gtin: string | null;
  state: VariantState;
  /** Whether the sheet lists it under `test_variants`. */
  testVariant: boolean;
  /** Pieces neither reserved, blocked nor kept back: physical stock less `committed` and buffer, 0 … 2 147 483 647 (D16). */
  freeStock: number;
  /** The split rate agreed for the variant, otherwise the shop's default, as an exact decimal; null: none agreed (D24). */
  splitRate: string | null;
}

/** All variants, of any state, of one article. */
export interface ArticleFacts {
  gtin: string;
  variants: readonly VariantFacts[];
}
