import { signedEvent } from './signed-event';

/** An event that was made to be sent at once. */
export interface SentStock {
  variantId: string;
  quantity: number;
  /** ms since the epoch, to the microsecond. */
  at: number;
}

export interface StockEvents {
  /** The next signed `inventory.updated`, of the next variant. */
  next: () => Buffer;
  /** Takes what was sent since it was last taken, in order. */
  take: () => SentStock[];
}

/** No variant is sent the same quantity twice within this many turns; each is low enough to be sent at once (D16). */
const QUANTITIES = 20;

/**
 * An endless stream of stock events over the given variants, in turn, each a later change than the last with another
 * quantity, from 1.
 */
export function stockEvents(shop: {
  path: string;
  secret: string;
  locationId: string;
  variantIds: readonly string[];
}): StockEvents {
  const sent: SentStock[] = [];
  let count = 0;
  const next = () => {
    const index = count % shop.variantIds.length;
    const turn = Math.floor(count / shop.variantIds.length);
    const variantId = shop.variantIds[index] ?? '';
    const quantity = 1 + ((index + turn) % QUANTITIES);
    count += 1;
    sent.push({ variantId, quantity, at: performance.timeOrigin + performance.now() });
    return signedEvent(shop, {
      name: 'inventory.updated',
      data: { variant_id: variantId, location_id: shop.locationId, quantity, changed_at: instant(count) },
    });
  };
  return { next, take: () => sent.splice(0, sent.length) };
}

/** Exact to the nanosecond, so that two changes of one millisecond are still in order. */
function instant(count: number): string {
  return new Date().toISOString().replace('Z', `${String(count % 1_000_000).padStart(6, '0')}Z`);
}
