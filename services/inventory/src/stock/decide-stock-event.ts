import {
  countedPieces,
  futureTimestamp,
  isFuture,
  LIMITS,
  refusal,
  type InventoryUpdated,
  type Refusal,
} from '@hub/contract';
import type { VariantState } from '@hub/database';

/** What is known about an event's variant and location when it is decided. */
export interface KnownStock {
  /** Null: in no accepted catalogue run. */
  variant: { state: VariantState; onHand: number } | null;
  /** What the event's location is to its shop: on its sheet, its `HUB_Network`, or neither. */
  place: 'own' | 'network' | 'unknown';
  quantity: number;
  /** Whether that counts: it is not from before an interruption (D16). */
  counts: boolean;
  /** A change from then on (ns) counts; null: none does, because `inventory` is not live. */
  countsFromNs: bigint | null;
  /** The latest event of the variant at the location; null: none yet. */
  latest: { changedAt: bigint; quantity: number } | null;
}

export type StockDecision =
  | { kind: 'refused'; refusal: Refusal }
  /** Of `HUB_Network`: what the store reports to show there. */
  | { kind: 'echo' }
  | { kind: 'duplicate' }
  | { kind: 'stale' }
  /** `delta` is that of the shop's total, in pieces that count. `counts`: whether the reported ones do (D16). */
  | { kind: 'accepted'; delta: number; counts: boolean };

/**
 * What an `inventory.updated` changes (D10). What it names is checked first, then its time, then its figures against
 * what is known: a fault in the event is reported whatever the stock.
 *
 * A retired variant is unknown to stock events (D14), except at `HUB_Network`: there the service itself wrote the last
 * 0, and the echo of its write is recognised (contract, Rules per event).
 * @param now the later of the worker's clock and the time at which the ingress received it (Clocks)
 */
export function decideStockEvent(known: KnownStock, event: InventoryUpdated, now: number): StockDecision {
  const { variant, place } = known;
  if (!variant || (variant.state !== 'active' && place !== 'network')) return UNKNOWN_VARIANT;
  if (place === 'unknown') return UNKNOWN_LOCATION;
  if (isFuture(event.changed_at, now)) return FUTURE;
  if (place === 'network') return { kind: 'echo' };
  if (event.quantity > LIMITS.maxQuantity || event.quantity < LIMITS.minQuantity) return OUT_OF_RANGE;
  return decideOwnStock({ ...known, onHand: variant.onHand }, event);
}

function decideOwnStock(known: KnownStock & { onHand: number }, event: InventoryUpdated): StockDecision {
  const { latest } = known;
  if (latest && event.changed_at < latest.changedAt) return { kind: 'stale' };
  if (latest && event.changed_at === latest.changedAt)
    return event.quantity === latest.quantity ? { kind: 'duplicate' } : CONFLICT;
  const counts = known.counts || (known.countsFromNs !== null && event.changed_at >= known.countsFromNs);
  const delta =
    (counts ? countedPieces(event.quantity) : 0) - (known.counts ? countedPieces(known.quantity) : 0);
  // A decrease takes no total out of range: a catalogue, or a location put back, may have set one beyond it.
  const outOfRange = delta > 0 && known.onHand + delta > LIMITS.maxQuantity;
  return outOfRange ? OUT_OF_RANGE : { kind: 'accepted', delta, counts };
}

function refused(...args: Parameters<typeof refusal>): StockDecision {
  return { kind: 'refused', refusal: refusal(...args) };
}

const UNKNOWN_VARIANT = refused(
  'unknown_variant',
  "the variant is not in the shop's catalogue: it is known after a catalogue run that lists it",
  'data.variant_id',
);
const UNKNOWN_LOCATION = refused(
  'unknown_location',
  "the location is not on the shop's environment sheet: ask the operator to add it",
  'data.location_id',
);
const FUTURE: StockDecision = { kind: 'refused', refusal: futureTimestamp('data.changed_at') };
const CONFLICT = refused(
  'timestamp_conflict',
  'another quantity was reported with this changed_at: send the current quantity with a later one',
  'data.changed_at',
);
const OUT_OF_RANGE = refused(
  'aggregate_out_of_range',
  "the quantity, or the shop's total of the variant, would be out of range",
  'data.quantity',
);
