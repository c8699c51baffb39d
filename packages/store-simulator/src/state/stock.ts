import type { Catalogue, CatalogueQuantity } from '../catalogue/catalogue';

/** A quantity as `inventory.updated` reports it (D10). */
export interface StockReport {
  variant_id: string;
  location_id: string;
  quantity: number;
  changed_at: string;
}

/** The store's quantities: the catalogue's at the start, and every change since. */
export class StoreStock {
  readonly #changed = new Map<string, number>();
  readonly #lastChange = new Map<string, bigint>();

  constructor(private readonly catalogue: () => Catalogue) {}

  quantity(variantId: string, locationId: string): number {
    const changed = this.#changed.get(place(variantId, locationId));
    if (changed !== undefined) return changed;
    const listed = this.catalogue().findVariant(variantId)?.inventory ?? [];
    return listed.find((level) => level.location_id === locationId)?.quantity ?? 0;
  }

  /** The quantities a catalogue entry lists, as they are now. */
  current(variantId: string, listed: CatalogueQuantity[]): CatalogueQuantity[] {
    return listed.map(({ location_id, quantity }) => ({
      location_id,
      quantity: this.#changed.get(place(variantId, location_id)) ?? quantity,
    }));
  }

  /**
   * Sets an absolute quantity. `changed_at` of the report is strictly later than that of the previous change
   * of the same variant and location, by a nanosecond where the clock (milliseconds) stands still.
   */
  set(level: { variantId: string; locationId: string; quantity: number; nowMs: number }): StockReport {
    const key = place(level.variantId, level.locationId);
    const now = BigInt(level.nowMs) * 1_000_000n;
    const last = this.#lastChange.get(key);
    const changedAt = last !== undefined && last >= now ? last + 1n : now;
    this.#changed.set(key, level.quantity);
    this.#lastChange.set(key, changedAt);
    return {
      variant_id: level.variantId,
      location_id: level.locationId,
      quantity: level.quantity,
      changed_at: isoNanoseconds(changedAt),
    };
  }
}

/** ISO 8601 in UTC with nine fractional digits. */
function isoNanoseconds(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}Z`;
}

function place(variantId: string, locationId: string): string {
  return `${locationId}\n${variantId}`;
}
