import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import { knownCatalogue, wholeCatalogue } from '../../catalogue/known-catalogue';
import { variantsOf } from '../../catalogue/catalogue-run';
import { some } from '../shared/some';

/** One reading of the whole catalogue, judged in several respects. */
export const COMPLETE_RUN: readonly Check[] = [
  {
    id: 'products.pages_valid',
    step: 'products',
    direction: 'to_store',
    rule: 'A catalogue is taken only where each of its pages validates: brand, a public https image, a size for every variant, stock for every location.',
    async play(context) {
      const { pages, faults, broken } = await knownCatalogue(context);
      if (faults.length > 0)
        throw new CheckFault(
          some(faults),
          'correct these fields; one faulty page refuses the whole catalogue',
        );
      if (pages.length === 0)
        throw new CheckFault(
          broken ?? 'no page',
          'answer GET /products?limit=100 with 200 and the first page',
        );
      context.evidence.note(`pages read: ${pages.length}`);
    },
  },
  {
    id: 'products.run_ends',
    step: 'products',
    direction: 'to_store',
    rule: 'Each page leads to the next by a cursor of its own; only the last page has null.',
    async play(context) {
      const { broken } = await knownCatalogue(context);
      if (broken !== null)
        throw new CheckFault(
          broken,
          'give every page but the last a cursor that was not given before, and the last one next_cursor: null',
        );
    },
  },
  {
    id: 'products.not_empty',
    step: 'products',
    direction: 'to_store',
    rule: 'A complete run carries the products that the store sells.',
    async play(context) {
      const { pages } = await knownCatalogue(context);
      if (pages.every(({ products, named }) => products.length === 0 && named.length === 0))
        throw new CheckFault(
          'no readable product came with the whole run',
          'list at least the products that are to be traded for the rehearsal',
        );
    },
  },
  {
    id: 'products.ids_unique',
    step: 'products',
    direction: 'to_store',
    rule: 'Within one run no product id and no variant id comes twice.',
    async play(context) {
      const catalogue = await wholeCatalogue(context);
      const products = catalogue.pages.flatMap((page) => page.products.map(({ product_id }) => product_id));
      const variants = variantsOf(catalogue).map(({ variant }) => variant.variant_id);
      const repeated = [
        ...repeatedOf(products).map((id) => `product ${id}`),
        ...repeatedOf(variants).map((id) => `variant ${id}`),
      ];
      if (repeated.length > 0)
        throw new CheckFault(
          `more than once in one run: ${some(repeated)}`,
          'give each product and each variant an id of its own, and let no product stand on two pages',
        );
    },
  },
  {
    id: 'products.locations_listed',
    step: 'products',
    direction: 'to_store',
    rule: 'Every variant lists each agreed location and HUB_Network, zeros included, and no other.',
    async play(context) {
      const { target } = context;
      const variants = variantsOf(await wholeCatalogue(context)).map(({ variant }) => variant);
      if (variants.length === 0) throw new NotRun('the catalogue has no variant');
      const physical =
        target.locations.length > 0
          ? target.locations
          : variants.flatMap(({ inventory }) => inventory.map(({ location_id }) => location_id));
      const agreed = new Set([...physical, target.hubNetworkLocationId]);
      const faults = variants.flatMap(({ variant_id, inventory }) => {
        const listed = new Set(inventory.map(({ location_id }) => String(location_id)));
        const missing = [...agreed].filter((id) => !listed.has(id)).map((id) => `has no location ${id}`);
        const strange = [...listed].filter((id) => !agreed.has(id)).map((id) => `has location ${id}`);
        return [...missing, ...strange].map((what) => `variant ${variant_id} ${what}`);
      });
      if (faults.length > 0)
        throw new CheckFault(
          some(faults),
          `list for every variant exactly these locations, with 0 where there is nothing: ${[...agreed].join(', ')}`,
        );
    },
  },
  {
    id: 'products.network_starts_at_zero',
    step: 'products',
    direction: 'to_store',
    rule: 'The quantity of HUB_Network is 0 until the service writes another. Only the service does.',
    appliesTo: ({ trades }) => !trades,
    async play(context) {
      const network = context.target.hubNetworkLocationId;
      const filled = variantsOf(await wholeCatalogue(context)).filter(({ variant }) =>
        variant.inventory.some(({ location_id, quantity }) => location_id === network && quantity !== 0),
      );
      if (filled.length > 0)
        throw new CheckFault(
          `not 0 at ${network}: ${some(filled.map(({ variant }) => `variant ${variant.variant_id}`))}`,
          'set the quantity of HUB_Network to 0 for every variant, and leave it to PUT /inventory from then on',
        );
    },
  },
];

function repeatedOf(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}
