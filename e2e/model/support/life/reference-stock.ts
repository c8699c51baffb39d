import type { StoreOrder } from '@hub/store-simulator';
import type { Life } from './life';
import type { HubOrder, Placement } from './read-orders';
import type { Listed } from './known-stock';
import type { Trader } from './trader';

/** A figure, as far as it can be known: what a decrease has consumed depends on when it was reported (D17). */
export interface Bounds {
  least: number;
  most: number;
}

const NONE: Bounds = { least: 0, most: 0 };

/** A variant of a shop, whose stock others may sell. */
interface Offered {
  trader: Trader;
  variant: Listed;
  orders: readonly HubOrder[];
}

/** D16: what counts, less reservations and blocks. */
export function freeStock(life: Life, { trader, variant, orders }: Offered): Bounds {
  const pieces = trader.known.pieces(variant.variantId);
  const promised = orders
    .flatMap((order) => order.placements.map((placement) => ({ order, placement })))
    .filter(({ placement }) => placement.shop === trader.slug)
    .flatMap(({ order, placement }) =>
      placement.lines.map((line) => {
        const home = homeOf(life, { trader, variant, lineVariantId: line.variantId });
        if (home === 'elsewhere') return NONE;
        const open = openPieces(life, { trader, order, placement, line });
        return home === 'unknown' ? { least: 0, most: open.most } : open;
      }),
    );
  return {
    least: Math.max(0, pieces - promised.reduce((sum, { most }) => sum + most, 0)),
    most: Math.max(0, pieces - promised.reduce((sum, { least }) => sum + least, 0)),
  };
}

/** D14: reservations and blocks of a retired variant count against the shop's active variant of the same article. */
function homeOf(
  life: Life,
  { trader, variant, lineVariantId }: { trader: Trader; variant: Listed; lineVariantId: string },
): 'here' | 'elsewhere' | 'unknown' {
  if (lineVariantId === variant.variantId) return 'here';
  if (trader.known.isActive(lineVariantId)) return 'elsewhere';
  const listed = trader.known.asListed(lineVariantId);
  if (!listed || listed.article !== variant.article) return 'elsewhere';
  return life.articleOf(listed) === life.articleOf(variant) ? 'here' : 'unknown';
}

/** A line of a shipping order, for which pieces may be reserved. */
interface Promised {
  trader: Trader;
  order: HubOrder;
  placement: Placement;
  line: Placement['lines'][number];
}

/** Pieces that are reserved for a line, or blocked by it (D17). */
function openPieces(life: Life, promised: Promised): Bounds {
  const { trader, placement, line } = promised;
  const { quantity } = line;
  const atStore = trader.shippingOrders.find(({ lines }) =>
    lines.some(({ externalRef }) => externalRef === line.reference),
  );
  const ofStore = atStore?.lines.find(({ externalRef }) => externalRef === line.reference);
  if (!atStore || !ofStore) {
    if (placement.state === 'planned') return { least: quantity, most: quantity };
    return placement.state === 'stopped' ? NONE : { least: 0, most: quantity };
  }
  if (placement.state === 'stopped') return blockedPieces(life, promised, atStore);
  const { shipped, taken } = ofStore;
  const left = quantity - shipped;
  const isSure = life.plan.inOrder && !trader.lost.has(articleIndex(trader, line.variantId));
  const gone = isSure || isCovered(life, trader, { order: atStore, line }) ? 0 : shipped;
  if (trader.options.deducts === 'shipment')
    return { least: left, most: left + shortOf(ofStore, shipped, gone) };
  const consumed = taken.reduce((sum, one) => sum + one.quantity, 0);
  if (left === 0 && isCovered(life, trader, { order: atStore, line })) return NONE;
  return { least: 0, most: isSure ? quantity - consumed : quantity };
}

/** Of what was shipped: what the store had not on its shelf is reported by no decrease. */
function shortOf({ taken }: { taken: { quantity: number }[] }, shipped: number, gone: number): number {
  const short = shipped - taken.reduce((sum, one) => sum + one.quantity, 0);
  return Math.max(gone, short);
}

/**
 * A shop that cannot ship has not got the goods, until it reports its stock again: by an event, by another figure in its
 * catalogue, or by any figure that is counted after an interruption (D16, D17).
 */
function blockedPieces(life: Life, { trader, order, line }: Promised, atStore: StoreOrder): Bounds {
  if (!life.cannotShip.has(atStore.orderId)) return NONE;
  if (isCovered(life, trader, { order: atStore, line })) return NONE;
  const changedIn = life.changedIn.get(atStore.orderId) ?? 0;
  const isBlocked =
    trader.options.deducts === 'shipment' &&
    (trader.reportedIn.get(articleIndex(trader, line.variantId)) ?? -1) < changedIn &&
    (trader !== life.traders.shop || life.interruptedIn < changedIn) &&
    !trader.lost.has(articleIndex(trader, line.variantId)) &&
    !wasCancelled(life, order);
  return { least: isBlocked ? line.quantity : 0, most: line.quantity };
}

function wasCancelled({ all }: Life, { seller, orderId }: HubOrder): boolean {
  const own = all.find(({ slug }) => slug === seller)?.ownOrders ?? [];
  return own.some((one) => one.orderId === orderId && one.status === 'cancelled');
}

/** Whether the shop has reported stock of the article since everything rested after the order's last change. */
function isCovered(
  life: Life,
  trader: Trader,
  { order, line }: { order: StoreOrder; line: { variantId: string } },
): boolean {
  const changed = life.changedIn.get(order.orderId);
  const reported = trader.reportedIn.get(articleIndex(trader, line.variantId));
  return changed !== undefined && reported !== undefined && reported > changed;
}

function articleIndex({ variants }: Trader, variantId: string): number {
  return variants.find((one) => one.variantId === variantId)?.article ?? -1;
}
