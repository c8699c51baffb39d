import { LIMITS } from '@hub/contract';
import type { ArticleFacts, ShopFacts, VariantFacts } from './facts';
import type { VariantKey } from './variant-key';
import { ruledOut, type Demand } from './ruled-out';

export interface NetworkQuantityTarget extends VariantKey {
  /** Pieces, 0 … 2 147 483 647. */
  target: number;
}

/** Variants that `ruledOut` treats alike, apart from their shops' ids. */
interface Supply {
  sample: VariantFacts;
  pieces: number;
  piecesOfShop: Map<number, number>;
}

/** An unused id: asks for what all shops have. */
const NO_SHOP = 0;

/**
 * The quantity that every shop's `HUB_Network` should show of one article (D16), for all its variants at once: the free
 * stock of the other shops that `ruledOut` accepts, for one piece to any destination. A shop whose orders have been
 * held for over an hour is excluded.
 *
 * Similar shops are judged together: among a thousand shops on the same few lists of countries `ruledOut` is called a
 * handful of times, not a million. Each shop subtracts its own stock from what shops of its kind can be supplied with.
 */
export function networkQuantities(article: ArticleFacts): NetworkQuantityTarget[] {
  const supplies = groupSupplies(article.variants.filter(({ shop }) => !shop.heldForLong));
  const suppliesFor = new Map<string, Supply[]>();

  return article.variants.map((variant) => {
    const { shopId, variantId, shop } = variant;
    if (!isOffered(variant)) return { shopId, variantId, target: 0 };
    const demand = anyOrderOf(shop);
    const kind = demandKind(demand, shop);
    const available =
      suppliesFor.get(kind) ??
      supplies.filter(({ sample }) => ruledOut(demand, sample) === null && !lacksRate(shop, sample.shop));
    suppliesFor.set(kind, available);
    const pieces = available.reduce((sum, supply) => sum + piecesOfOthers(supply, shopId), 0);
    return { shopId, variantId, target: Math.min(pieces, LIMITS.maxQuantity) };
  });
}

/**
 * Whether a shop's own side lets its variant show network stock (D16). Writes happen only while `inventory` is live, so
 * that 0 is the last value sent to a shop that is switched off. Before `orders` is live, and until `test` is signed off
 * (D32), only test variants; a draining shop gets no new orders routed.
 */
function isOffered({ gtin, state, shop, testVariant }: VariantFacts): boolean {
  if (gtin === null || state !== 'active' || shop.inventory !== 'live') return false;
  const isOpen = shop.orders === 'live' && !shop.trialTraffic;
  return isOpen || (shop.orders !== 'draining' && testVariant);
}

/** Any order that a shop could take. Before its `orders` is live, only one in dry run. */
function anyOrderOf(shop: ShopFacts): Demand {
  return {
    sellingShopId: NO_SHOP,
    mode: shop.orders === 'live' ? 'live' : 'dry_run',
    currency: shop.currency,
    countries: shop.destinationCountries,
    quantity: 1,
    excludedShops: [],
  };
}

function demandKind({ mode, currency, countries }: Demand, { injection }: ShopFacts): string {
  return `${mode},${currency},${injection?.country},${textOf(countries)}`;
}

/** D24: injection VAT would have to be added, and there is no rate: a line would wait for one. */
function lacksRate(selling: ShopFacts, shipping: ShopFacts): boolean {
  if (!shipping.injection || shipping.injection.hasRate) return false;
  const { applies, country } = shipping.injection;
  switch (applies) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'domestic':
      return selling.injection?.country === country;
  }
}

function groupSupplies(variants: readonly VariantFacts[]): Supply[] {
  const groups = new Map<string, Supply>();
  for (const variant of variants) {
    const kind = supplyKind(variant);
    const supply = groups.get(kind) ?? {
      sample: variant,
      pieces: 0,
      piecesOfShop: new Map<number, number>(),
    };
    const { piecesOfShop } = supply;
    supply.pieces += variant.freeStock;
    piecesOfShop.set(variant.shopId, (piecesOfShop.get(variant.shopId) ?? 0) + variant.freeStock);
    groups.set(kind, supply);
  }
  return [...groups.values()];
}

/** All that `ruledOut` and `lacksRate` read of a candidate, except which shop it is: equal texts, equal answers. */
function supplyKind({ shop, gtin, state, splitRate, freeStock }: VariantFacts): string {
  const own = `${gtin !== null},${state},${splitRate !== null},${freeStock > 0}`;
  const { country, applies, hasRate } = shop.injection ?? {};
  const { orders, paused, currency, destinationCountries } = shop;
  return `${own},${country},${applies},${hasRate},${orders},${paused},${currency},${textOf(destinationCountries)}`;
}

function piecesOfOthers(supply: Supply, shopId: number): number {
  return supply.pieces - (supply.piecesOfShop.get(shopId) ?? 0);
}

/** Lists of countries as text. Shops whose sheets say the same share one set: it is sorted once, not for each shop. */
const TEXTS = new WeakMap<ReadonlySet<string>, string>();

function textOf(countries: ReadonlySet<string>): string {
  const text = TEXTS.get(countries) ?? [...countries].toSorted().join();
  TEXTS.set(countries, text);
  return text;
}
