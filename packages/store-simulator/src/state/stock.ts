import type { Catalogue, CatalogueQuantity } from '../catalogue/catalogue';

/** The store's quantities: the catalogue's at the start, and every change since. */
export class StoreStock {
  readonly #changed = new Map<string, number>();

  constructor(private readonly catalogue: () => Catalogue) {}

  quantity(variantId: string, locationId: string): number {
    const changed = this.#changed.get(place(variantId, locationId));
    if (changed !== undefined) return changed;
    const listed = this.catalogue().findVariant(variantId)?.inventory ?? [];
    return listed.find((level) => level.location_id === locationId)?.quantity ?? 0;
  }

  /** The current quantities that a catalogue entry lists. */
  current(variantId: string, listed: CatalogueQuantity[]): CatalogueQuantity[] {
    return listed.map(({ location_id, quantity }) => ({
      location_id,
      quantity: this.#changed.get(place(variantId, location_id)) ?? quantity,
    }));
  }

  set(level: { variantId: string; locationId: string; quantity: number }): void {
    this.#changed.set(place(level.variantId, level.locationId), level.quantity);
  }
}

function place(variantId: string, locationId: string): string {
  return `${locationId}\n${variantId}`;
}
