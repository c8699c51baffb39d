import { keptBack } from '@hub/database';
import type { ShopFacts, VariantKey } from '@hub/stock';
import type { DailyNumbers } from '../routing/daily-numbers';
import type { LineDecision } from '../routing/decide-routing';
import { injectionVatOf } from '../routing/injection-vat';
import type { ShopLoads } from '../routing/shop-loads';
import type { LineToRoute, OrderToRoute, ReadFacts, ShippingShops } from '../routing/read-routing-facts';
import type { CandidateFacts, LocatedStock } from '../routing/routing-facts';
import type { SheetDecidedOn } from '../routing/sheets-in-force';
import type { ArrivalFacts, OfferedVariant } from './arrival-facts';
import { shippingShopOf, shopFactsOf, type CachedSheet, type CachedSheets } from './cached-sheet';
import type { CachedVatRates } from './cached-vat-rates';

type NewOrder = Omit<OrderToRoute, 'id'>;

/** A shop as all orders of a batch see it. */
interface KnownShop {
  sheet: CachedSheet;
  facts: ShopFacts;
  decidedOn: SheetDecidedOn;
}

/** The routing facts of orders of one batch: what one takes is gone for the next. */
export class BatchFacts {
  /** Pieces, by shop and variant. */
  private readonly taken = new Map<number, Map<string, number>>();
  /** Null: its sheet is not in memory. */
  private readonly known = new Map<number, KnownShop | null>();
  private readonly shops: ShippingShops = {
    get: (id) => {
      const { sheet } = this.knownShop(id) ?? {};
      return sheet && shippingShopOf(sheet);
    },
  };

  constructor(
    private readonly facts: ArrivalFacts,
    private readonly sheets: CachedSheets,
    private readonly shared: { vatRates: CachedVatRates; daily: DailyNumbers; loads: ShopLoads },
  ) {}

  /** As `readRoutingFacts` gives them, less what earlier orders took. A shop that is not cached is left out. */
  of(order: NewOrder, lines: readonly LineToRoute[]): ReadFacts {
    const waiting = lines.filter((line) => line.waiting);
    const vatRates = this.shared.vatRates.at(order.placedAt);
    const candidates = new Map<string, CandidateFacts[]>();
    const sheets = new Map<number, SheetDecidedOn>();
    for (const { gtin } of waiting) {
      if (gtin === null || candidates.has(gtin)) continue;
      const ofArticle: CandidateFacts[] = [];
      for (const variant of this.facts.offered.get(gtin) ?? []) {
        const { shopId } = variant;
        const shop = this.knownShop(shopId);
        if (!shop) continue;
        ofArticle.push(this.candidate({ gtin, variant, shop, order, vatRates }));
        // The selling shop's own variant is no candidate, whatever its sheet says.
        if (shopId !== order.shopId) sheets.set(shopId, shop.decidedOn);
      }
      candidates.set(gtin, ofArticle);
    }
    const { shopId: sellingShopId, mode, currency, country, coordinates } = order;
    return {
      facts: {
        order: { sellingShopId, mode, currency, country, coordinates, shopsWithParcels: new Set() },
        lines: waiting.map(({ id, lineItemId, gtin, quantity, excludedShops }) => ({
          orderLineId: id,
          lineItemId,
          gtin,
          quantity,
          excludedShops,
        })),
        candidates,
        consumerVat: vatRates.get(country) ?? null,
      },
      shops: this.shops,
      sheets: [...sheets.values()],
    };
  }

  /** The next orders of the batch find less stock, and one more order at these shops. */
  take(lines: readonly LineDecision[]): void {
    for (const { chosen, quantity } of lines) if (chosen) this.takePieces(chosen, quantity);
    const shopIds = lines.flatMap(({ chosen }) => chosen?.shopId ?? []);
    this.shared.daily.take(shopIds);
    this.shared.loads.take(shopIds);
  }

  private takePieces({ shopId, variantId }: VariantKey, quantity: number): void {
    const ofShop = this.taken.get(shopId) ?? new Map<string, number>();
    this.taken.set(shopId, ofShop.set(variantId, (ofShop.get(variantId) ?? 0) + quantity));
  }

  private candidate(given: {
    gtin: string;
    variant: OfferedVariant;
    shop: KnownShop;
    order: NewOrder;
    vatRates: ReadonlyMap<string, string>;
  }): CandidateFacts {
    const { gtin, variant, shop, order, vatRates } = given;
    const { shopId, variantId, active, freeStock } = variant;
    const { sheet, facts } = shop;
    return {
      variant: {
        shopId,
        variantId,
        shop: facts,
        gtin,
        state: active ? 'active' : 'retired',
        testVariant: sheet.testVariants.has(variantId),
        freeStock: Math.max(0, freeStock - this.takenOf(variant) - keptBack(sheet.stockBuffer, variantId)),
        splitRate: sheet.splitRateAt(variantId, order.placedAt),
      },
      stock: order.coordinates ? locatedStock(variant, sheet) : [],
      injectionVat: injectionVatOf(sheet, order.shopCountry, vatRates),
      sameCountry: sheet.country === order.country,
      load: this.shared.loads.of(shopId),
      full: this.shared.daily.isFull(shopId),
    };
  }

  private knownShop(id: number): KnownShop | null {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const sheet = this.sheets.byId(id);
    const shop = sheet && {
      sheet,
      facts: shopFactsOf(sheet, this.facts.suspended.has(id)),
      decidedOn: { shopId: id, revision: sheet.revision },
    };
    this.known.set(id, shop);
    return shop;
  }

  private takenOf({ shopId, variantId }: VariantKey): number {
    return this.taken.get(shopId)?.get(variantId) ?? 0;
  }
}

function locatedStock({ stock }: OfferedVariant, sheet: CachedSheet): LocatedStock[] {
  return stock.flatMap(({ locationId, quantity }) => {
    const place = sheet.locations.find((location) => location.locationId === locationId);
    if (!place || place.latitude === null || place.longitude === null) return [];
    const { latitude, longitude } = place;
    return { quantity, latitude, longitude };
  });
}
