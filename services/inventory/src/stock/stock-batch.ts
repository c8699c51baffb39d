import { LIMITS, type Refusal } from '@hub/contract';
import type { StockReport } from '@hub/stock';
import type { KnownStock, StockDecision } from './decide-stock-event';
import { covers, leavesStockWrong, type StockRefusal } from './stock-refusals';
import {
  placeOf,
  placeText,
  variantText,
  type Counting,
  type PlaceKey,
  type StockEvent,
  type StockFacts,
  type VariantFacts,
} from './stock-facts';

/** A location's figure to write. */
export interface LevelChange extends PlaceKey {
  quantity: number;
  changedAt: bigint;
  /** The revision of the shop as of which it is known (D16). */
  knownAt: bigint;
}

/** A variant of which at least one event was accepted. */
export interface VariantChange extends VariantFacts {
  /** Delta in pieces over all events. */
  delta: number;
  /** Of the first event that changed it. */
  correlation: string;
}

/** What a store reports its `HUB_Network` to show. */
export interface NetworkReport {
  shopId: number;
  variantId: string;
  gtin: string | null;
  quantity: number;
  changedAt: bigint;
  correlation: string;
}

type Accepted = Extract<StockDecision, { kind: 'accepted' }>;

/** The stock of a batch's variants while its events are decided one after the other: each finds what those before it left. */
export class StockBatch {
  private readonly levels = new Map<string, LevelChange>();
  private readonly variants = new Map<string, VariantChange>();
  private readonly networkReports = new Map<string, NetworkReport>();
  private readonly stockReports: StockReport[] = [];
  private readonly refusals = new Map<string, StockRefusal>();
  private readonly covered = new Map<string, PlaceKey>();

  constructor(private readonly facts: StockFacts) {}

  known(event: StockEvent): KnownStock {
    const key = placeOf(event);
    const place = this.facts.places.get(placeText(key));
    const variant = this.facts.variants.get(variantText(key));
    const change = this.variants.get(variantText(key));
    const level = this.levels.get(placeText(key));
    return {
      variant: variant ? { state: variant.state, onHand: variant.onHand + (change?.delta ?? 0) } : null,
      place: place?.place ?? 'unknown',
      quantity: level?.quantity ?? place?.quantity ?? 0,
      counts: isCounted(level?.knownAt ?? place?.knownAt ?? 0n, place?.counting ?? null),
      countsFromNs: place?.counting?.fromNs ?? null,
      latest: level ?? place?.latest ?? null,
    };
  }

  enter(event: StockEvent, decision: StockDecision): void {
    if (decision.kind === 'refused') this.enterRefusal(event, decision.refusal);
    if (decision.kind === 'echo') this.enterReport(event);
    if (decision.kind === 'accepted') this.enterChange(event, decision);
    if (decision.kind === 'echo' || decision.kind === 'accepted') this.cover(placeOf(event));
  }

  /** Everything to write, each place and variant once. */
  changes() {
    return {
      levels: [...this.levels.values()],
      variants: [...this.variants.values()],
      networkReports: [...this.networkReports.values()],
      /** In the order in which they were applied. */
      stockReports: this.stockReports,
      refusals: [...this.refusals.values()],
      /** Places whose refusals of earlier batches are over. */
      covered: [...this.covered.values()],
    };
  }

  /** A report that is older by `changed_at` than the newest is ignored; of the rest the last one counts (D10). */
  private enterReport(event: StockEvent): void {
    const { shopId, variantId } = placeOf(event);
    const { changed_at: changedAt } = event.data;
    const quantity = storable(event.data.quantity);
    const key = variantText({ shopId, variantId });
    const earlier = this.networkReports.get(key);
    if (earlier && earlier.changedAt > changedAt) return;
    const gtin = this.facts.variants.get(key)?.gtin ?? null;
    const { correlation } = event;
    this.networkReports.set(key, { shopId, variantId, gtin, quantity, changedAt, correlation });
  }

  private enterChange(event: StockEvent, { delta, counts }: Accepted): void {
    const key = placeOf(event);
    const variant = this.facts.variants.get(variantText(key));
    if (!variant) return;
    const { quantity, changed_at: changedAt } = event.data;
    const place = this.facts.places.get(placeText(key));
    const knownAt = (counts ? place?.counting?.from : place?.knownAt) ?? 0n;
    this.levels.set(placeText(key), { ...key, quantity, changedAt, knownAt });
    this.applyDelta({ event, variant, delta });
    const { shopId, variantId } = key;
    this.stockReports.push({ shopId, variantId, decrease: -delta, changedAtNs: changedAt });
  }

  private enterRefusal(event: StockEvent, { code, status }: Refusal): void {
    if (!leavesStockWrong(status)) return;
    const { shopId, variantId, locationId } = placeOf(event);
    const isKnown = (this.facts.places.get(placeText(placeOf(event)))?.place ?? 'unknown') !== 'unknown';
    const refusal = { shopId, code, variantId, locationId: isKnown ? locationId : '' };
    this.refusals.set(`${code} ${placeText(refusal)}`, refusal);
  }

  private cover(key: PlaceKey): void {
    if (this.facts.places.get(placeText(key))?.hasRefusals) this.covered.set(placeText(key), key);
    for (const [of, refusal] of this.refusals) if (covers(key, refusal)) this.refusals.delete(of);
  }

  private applyDelta(change: { event: StockEvent; variant: VariantFacts; delta: number }): void {
    const { event, variant, delta } = change;
    const earlier = this.variants.get(variantText(variant));
    this.variants.set(variantText(variant), {
      ...variant,
      delta: (earlier?.delta ?? 0) + delta,
      correlation: earlier?.correlation ?? event.correlation,
    });
  }
}

/** A store may report any integer of its `HUB_Network` (D10). One beyond the column's range is no target either way. */
function storable(reported: number): number {
  return Math.min(Math.max(reported, LIMITS.minQuantity), LIMITS.maxQuantity);
}

function isCounted(knownAt: bigint, counting: Counting | null): boolean {
  return counting !== null && knownAt >= counting.from;
}
