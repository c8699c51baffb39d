import { signedEvent } from './signed-event';

export interface StockEvents {
  /** The next signed `inventory.updated`, of the next variant, or of the one given. */
  next: (variantId?: string, quantity?: number) => Buffer;
  /** What each variant's latest event says. */
  latest: ReadonlyMap<string, number>;
}

/** An endless stream of stock events over the given variants, each a later change than the last. */
export function stockEvents(shop: {
  path: string;
  secret: string;
  locationId: string;
  variantIds: readonly string[];
}): StockEvents {
  const latest = new Map<string, number>();
  let count = 0;
  const next = (
    variantId = shop.variantIds[count % shop.variantIds.length] ?? '',
    quantity = count % 1_000,
  ) => {
    count += 1;
    latest.set(variantId, quantity);
    const data = {
      variant_id: variantId,
      location_id: shop.locationId,
      quantity,
      changed_at: instant(count),
    };
    return signedEvent(shop, { name: 'inventory.updated', data });
  };
  return { next, latest };
}

/** Exact to the nanosecond, so that two changes of one millisecond are still in order. */
function instant(count: number): string {
  return new Date().toISOString().replace('Z', `${String(count % 1_000_000).padStart(6, '0')}Z`);
}
