import { LIMITS, productsPageFaults } from '@hub/contract';
import { NotRun } from '../check-ending';
import type { CheckContext } from '../check-context';
import { wholeCatalogue } from './known-catalogue';
import { type CatalogueVariant, variantsOf } from './catalogue-run';
import { readCatalogue } from './read-catalogue';

/**
 * The quantities of a variant as the catalogue shows them now: the page where it was is read again, and where it is no
 * longer there the whole.
 *
 * @throws NotRun where the catalogue does not carry the variant
 */
export async function readVariant(
  context: CheckContext,
  variantId: string,
): Promise<CatalogueVariant['inventory']> {
  const { pages } = await wholeCatalogue(context);
  const page = pages.find(({ products }) => products.some(({ variants }) => find(variants, variantId)));
  const query = {
    limit: String(LIMITS.pageSize),
    ...(page?.cursor === null || page === undefined ? {} : { cursor: page.cursor }),
  };
  const answer = await context.store.deliver({ operation: 'read_products', query });
  const read = productsPageFaults(answer.kind === 'answered' ? answer.body : undefined);
  const products = 'page' in read ? read.page.products : [];
  const there = find(
    products.flatMap(({ variants }) => variants),
    variantId,
  );
  if (there) return there.inventory;
  const anywhere = variantsOf(await readCatalogue(context)).map(({ variant }) => variant);
  const found = find(anywhere, variantId);
  if (!found)
    throw new NotRun(`it needs variant ${variantId} in the catalogue, and GET /products does not carry it`);
  return found.inventory;
}

function find(variants: readonly CatalogueVariant[], variantId: string): CatalogueVariant | undefined {
  return variants.find(({ variant_id }) => variant_id === variantId);
}
