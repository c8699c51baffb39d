import { countedPieces, LIMITS } from '@hub/contract';
import type { SheetLocations } from '../run';
import { nameFaults, type PageFault } from './page-fault';
import type { ReadableProduct } from './readable-page';

/** What a page is judged by besides its schema. */
export interface JudgedBy {
  sheet: SheetLocations;
  /** No run was accepted yet: `HUB_Network` must be 0. */
  isFirst: boolean;
  /** Ids of this page that earlier pages had, with the first page that had them. */
  seenProducts: ReadonlyMap<string, number>;
  seenVariants: ReadonlyMap<string, number>;
}

type ReadableVariant = ReadableProduct['variants'][number];
/** Where a fault lies: path and ids of its product or variant. */
type Place = Omit<PageFault, 'message'>;

/**
 * The faults that need the other pages or the sheet (D14), as many as are named of one page (D36); each page's own faults
 * are the contract's schema's.
 */
export function judgePage(products: readonly ReadableProduct[], by: JudgedBy): PageFault[] {
  const faults: PageFault[] = [];
  nameFaults(faults, faultsAmong(products, by));
  return faults;
}

function* faultsAmong(products: readonly ReadableProduct[], by: JudgedBy): Generator<PageFault> {
  const productIds = new IdsOfPage(by.seenProducts);
  const variantIds = new IdsOfPage(by.seenVariants);
  for (const [position, { product_id: productId, variants }] of products.entries()) {
    const path = `products[${position}]`;
    yield* productIds.repeated(productId, { productId, variantId: null, field: `${path}.product_id` });
    for (const [index, variant] of variants.entries()) {
      const variantId = variant.variant_id;
      const place = { productId, variantId, field: `${path}.variants[${index}]` };
      yield* variantIds.repeated(variantId, { ...place, field: `${place.field}.variant_id` });
      yield* judgeInventory(variant, place, by);
    }
  }
}

/** Ids must not be repeated, on this page or from an earlier one ("ids are stable"). */
class IdsOfPage {
  private readonly here = new Set<string>();

  constructor(private readonly before: ReadonlyMap<string, number>) {}

  repeated(id: string | null, place: Place): PageFault[] {
    if (id === null) return [];
    const page = this.before.get(id);
    if (page !== undefined) return [{ ...place, message: `is repeated: page ${page} has it too` }];
    if (this.here.has(id)) return [{ ...place, message: 'is repeated on this page' }];
    this.here.add(id);
    return [];
  }
}

/** "Every variant lists every agreed physical location and `HUB_Network`, zeros included", and no other. */
function judgeInventory({ inventory }: ReadableVariant, place: Place, by: JudgedBy): PageFault[] {
  const { hubNetworkLocationId: hub, locations } = by.sheet;
  const field = `${place.field}.inventory`;
  const listed = new Set(inventory.map((level) => level.location_id));
  const faults = inventory.flatMap((level, index) => {
    const at = { ...place, field: `${field}[${index}]` };
    if (level.location_id !== null && level.location_id !== hub && !locations.includes(level.location_id))
      return [{ ...at, field: `${at.field}.location_id`, message: 'is not on the environment sheet' }];
    if (by.isFirst && level.location_id === hub && level.quantity !== null && level.quantity !== 0)
      return [{ ...at, field: `${at.field}.quantity`, message: 'must be 0 until a first run is accepted' }];
    return [];
  });
  // An unreadable entry may be any location: one is missing only where all are readable.
  const missing = listed.has(null) ? [] : [...locations, hub].filter((id) => !listed.has(id));
  const absent = missing.map((id) => ({ ...place, field, message: `must list location ${id}` }));
  return [...faults, ...absent, ...judgeTotal(inventory, { ...place, field }, hub)];
}

/** D10: the shop's own total of a variant, `HUB_Network` left out. */
function judgeTotal(inventory: ReadableVariant['inventory'], place: Place, hub: string): PageFault[] {
  const total = inventory
    .filter((level) => level.location_id !== hub)
    .reduce((sum, level) => sum + countedPieces(level.quantity ?? 0), 0);
  return total > LIMITS.maxQuantity
    ? [{ ...place, message: `must not add up to more than ${LIMITS.maxQuantity}` }]
    : [];
}
