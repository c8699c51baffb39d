import { NotRun } from '../check';
import type { CheckContext } from '../check-context';
import { knownCatalogue } from './known-catalogue';
import { type CatalogueVariant, variantsOf } from './catalogue-run';

/** A variant that the rehearsal may order and whose network quantity it may write. */
export interface TestVariant {
  variantId: string;
  barcode: string | null;
  sku: string | null;
  title: string | null;
}

/**
 * The first variants to play with: those the target names, else those of the catalogue that are in stock.
 * At least one, and at most `count`.
 *
 * @throws NotRun where there is none
 */
export async function testVariants(
  context: CheckContext,
  count: number,
): Promise<[TestVariant, ...TestVariant[]]> {
  const listed = variantsOf(await knownCatalogue(context));
  const { testVariants: named, hubNetworkLocationId } = context.target;
  const inStock = ({ variant }: { variant: CatalogueVariant }): boolean =>
    variant.inventory.some(
      ({ location_id, quantity }) => location_id !== hubNetworkLocationId && quantity > 0,
    );
  const ids =
    named.length > 0
      ? named
      : [...listed.filter(inStock), ...listed].map(({ variant }) => String(variant.variant_id));
  const byId = new Map(listed.map((entry) => [String(entry.variant.variant_id), entry]));
  const [first, ...others] = [...new Set(ids)].slice(0, count).map((variantId) => {
    const entry = byId.get(variantId);
    return {
      variantId,
      barcode: entry?.variant.barcode ?? null,
      sku: entry?.variant.sku ?? null,
      title: entry?.product.title ?? null,
    };
  });
  if (!first)
    throw new NotRun('it needs a variant: name one as a test variant, or list one in GET /products');
  return [first, ...others];
}

/** A variant in words, for people. */
export function describeVariant({ variantId, title }: TestVariant): string {
  return title === null ? `variant ${variantId}` : `variant ${variantId} (${title})`;
}
