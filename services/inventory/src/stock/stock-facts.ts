import type { InventoryUpdated } from '@hub/contract';
import type { VariantState } from '@hub/database';
import type { EventInput } from '@hub/messaging';
import type { VariantKey } from '@hub/stock';

export type StockEvent = EventInput<InventoryUpdated>;

/** A variant at one location of its shop. */
export interface PlaceKey extends VariantKey {
  locationId: string;
}

/** A variant under its lock. */
export interface VariantFacts extends VariantKey {
  gtin: string | null;
  state: VariantState;
  /** Pieces at the shop's own locations together. */
  onHand: number;
  /** Whether pieces are under reservations or blocks, which a stock report may end (D17). */
  hasCommitted: boolean;
}

export interface PlaceFacts extends PlaceKey {
  place: 'own' | 'network' | 'unknown';
  /** 0 where nothing is known yet. */
  quantity: number;
  /** The revision of the shop as of which that is known. */
  knownAt: bigint;
  /** From when figures count at the location (D16); null: none does. */
  counting: Counting | null;
  latest: { changedAt: bigint; quantity: number } | null;
  /** Whether refused events of the variant are not covered yet (D10). */
  hasRefusals: boolean;
}

/** D16: figures from before an interruption do not count. */
export interface Counting {
  /** The shop's revision of the interruption. */
  from: bigint;
  /** An event of a change from then on (ns) is newer than it. */
  fromNs: bigint;
}

/** Facts about everything the events of a batch name, read once its variants are locked. */
export interface StockFacts {
  /** By `variantText`; none for an unknown variant. */
  variants: ReadonlyMap<string, VariantFacts>;
  /** By `placeText`; none for a place of an unknown variant. */
  places: ReadonlyMap<string, PlaceFacts>;
}

/** The key as text, for maps. */
export function variantText({ shopId, variantId }: VariantKey): string {
  return `${shopId}/${variantId}`;
}

/** Location ids are digits, variant ids any text. */
export function placeText({ shopId, variantId, locationId }: PlaceKey): string {
  return `${shopId}/${locationId}/${variantId}`;
}

export function placeOf({ shopId, data }: StockEvent): PlaceKey {
  return { shopId, variantId: data.variant_id, locationId: data.location_id };
}
