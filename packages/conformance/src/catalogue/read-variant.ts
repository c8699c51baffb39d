import { LIMITS, productsPageFaults } from '@hub/contract';
import { NotRun } from '../check-ending';
import type { CheckContext } from '../check-context';
import { wholeCatalogue } from './known-catalogue';
import { type CatalogueRun, type CatalogueVariant, variantsOf } from './catalogue-run';
import { readCatalogue } from './read-catalogue';

/**
 * The quantities of a variant in the current catalogue: reads its page again, and if it is no longer there, the whole
 * catalogue.
 *
 * @throws NotRun where no valid page of the catalogue carries the variant
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
  const run = await readCatalogue(context);
  const found = find(
    variantsOf(run).map(({ variant }) => variant),
    variantId,
  );
  if (!found) throw new NotRun(`it needs variant ${variantId} in the catalogue, and ${whyMissing(run)}`);
  return found.inventory;
}

/** A page that does not validate hides all of its variants: then its first fault must be corrected. */
function whyMissing({ broken, faults }: CatalogueRun): string {
  const fault = broken ?? faults[0];
  return fault === undefined ? 'GET /products does not carry it' : `GET /products has a fault: ${fault}`;
}

function find(variants: readonly CatalogueVariant[], variantId: string): CatalogueVariant | undefined {
  return variants.find(({ variant_id }) => variant_id === variantId);
}
