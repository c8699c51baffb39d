import { NotRun } from '../check-ending';
import type { CheckContext } from '../check-context';
import { type CatalogueRun, type NamedVariant, variantsOf } from './catalogue-run';
import { knownCatalogue } from './known-catalogue';

/**
 * The first variants to use: those the target names, else those of the catalogue, those in stock first.
 * At least one, and at most `count`.
 *
 * @throws NotRun where there is none
 */
export async function testVariants(
  context: CheckContext,
  count: number,
): Promise<[NamedVariant, ...NamedVariant[]]> {
  const { testVariants: named, hubNetworkLocationId } = context.target;
  const listed = listedVariants(await knownCatalogue(context), hubNetworkLocationId);
  const byId = new Map(listed.map((variant) => [variant.variantId, variant]));
  const chosen = named.map(
    (variantId) => byId.get(variantId) ?? { variantId, barcode: null, sku: null, title: null },
  );
  const [first, ...others] = (named.length > 0 ? chosen : [...byId.values()]).slice(0, count);
  if (!first)
    throw new NotRun('it needs a variant: name one as a test variant, or list one in GET /products');
  return [first, ...others];
}

function listedVariants(run: CatalogueRun, networkLocationId: string): NamedVariant[] {
  const valid = variantsOf(run).map(({ product, variant }) => ({
    variantId: String(variant.variant_id),
    barcode: variant.barcode ?? null,
    sku: variant.sku ?? null,
    title: product.title,
    inStock: variant.inventory.some(
      ({ location_id, quantity }) => location_id !== networkLocationId && quantity > 0,
    ),
  }));
  const other = valid.filter(({ inStock }) => !inStock);
  return [...valid.filter(({ inStock }) => inStock), ...other, ...run.pages.flatMap(({ named }) => named)];
}

/** A variant as text, for people. */
export function describeVariant({ variantId, title }: NamedVariant): string {
  return title === null ? `variant ${variantId}` : `variant ${variantId} (${title})`;
}
