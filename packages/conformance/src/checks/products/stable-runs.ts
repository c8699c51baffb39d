import { LIMITS, productsPageFaults } from '@hub/contract';
import type { Check } from '../../check';
import { CheckFault } from '../../check-ending';
import type { CheckContext } from '../../check-context';
import { secondCatalogue, wholeCatalogue } from '../../catalogue/known-catalogue';
import { type CatalogueRun, variantsOf } from '../../catalogue/catalogue-run';
import { readCatalogue } from '../../catalogue/read-catalogue';
import { describeAnswer } from '../../judge';
import { some } from '../shared/some';

/** The catalogue read again: ids and cursors stay what they were. */
export const STABLE_RUNS: readonly Check[] = [
  {
    id: 'products.ids_stable',
    step: 'products',
    direction: 'to_store',
    rule: 'Product and variant ids are the same in every run.',
    async play(context) {
      const first = idsOf(await wholeCatalogue(context));
      const second = idsOf(await secondCatalogue(context));
      const changed = [...difference(first, second), ...difference(second, first)];
      if (changed.length > 0)
        throw new CheckFault(
          `in only one of two runs: ${some(changed)}`,
          'use the ids of your own records, never ids made up for an answer',
        );
    },
  },
  {
    id: 'products.cursors_stable',
    step: 'products',
    direction: 'to_store',
    rule: 'Cursors are the same in every run.',
    async play(context) {
      const first = await wholeCatalogue(context);
      const second = await secondCatalogue(context);
      const cursors = ({ pages }: CatalogueRun) => pages.map(({ nextCursor }) => nextCursor);
      const [one, other] = [cursors(first), cursors(second)];
      const changed = one.findIndex((cursor, index) => cursor !== other[index]);
      if (changed !== -1 || one.length !== other.length)
        throw new CheckFault(
          `two runs over the same catalogue gave different cursors, first on page ${(changed === -1 ? other.length : changed) + 1}`,
          'derive the cursor from the position in a fixed order (the last id of the page), not from time or chance',
        );
      if (one.length === 1)
        context.evidence.note('the catalogue has one page only: see products.small_pages');
    },
  },
  {
    id: 'products.cursor_asked_again',
    step: 'products',
    direction: 'to_store',
    rule: 'Asking again with the same cursor is safe: it leads to the same page.',
    async play(context) {
      const { pages } = await wholeCatalogue(context);
      for (const page of new Set([pages[0], pages[Math.floor(pages.length / 2)], pages.at(-1)])) {
        if (page === undefined) continue;
        const again = await readPageAt(context, page.cursor);
        const [before, now] = [page.products, again].map((products) =>
          products.map(({ product_id }) => product_id),
        );
        if (JSON.stringify(before) !== JSON.stringify(now))
          throw new CheckFault(
            `the page ${page.cursor === null ? 'without a cursor' : `of cursor ${page.cursor}`} held other products when asked for again`,
            'keep a fixed order, and let a cursor stay valid after the run that gave it',
          );
      }
    },
  },
  {
    id: 'products.small_pages',
    step: 'products',
    direction: 'to_store',
    rule: 'However a catalogue falls into pages, a run over them carries each product once.',
    async play(context) {
      const whole = await wholeCatalogue(context);
      const total = idsOf(whole).size;
      const products = whole.pages.flatMap((page) => page.products).length;
      if (whole.pages.length > 1 || products < 2)
        return context.evidence.note(`pages of the usual size: ${whole.pages.length}, nothing to add`);
      const paged = await readCatalogue(context, Math.ceil(products / 3));
      if (paged.pages.length === 0) return context.evidence.note('the store serves no smaller pages');
      const carried = paged.pages.flatMap((page) => page.products).length;
      if (paged.broken !== null || idsOf(paged).size !== total || carried !== products)
        throw new CheckFault(
          paged.broken ?? `in smaller pages the run carried ${carried} products instead of ${products}`,
          'let each page begin where the one before it ended, and give the last one next_cursor: null',
        );
    },
  },
];

async function readPageAt({ store }: CheckContext, cursor: string | null) {
  const query = { limit: String(LIMITS.pageSize), ...(cursor === null ? {} : { cursor }) };
  const answer = await store.deliver({ operation: 'read_products', query });
  const read = productsPageFaults(answer.kind === 'answered' ? answer.body : undefined);
  if ('page' in read) return read.page.products;
  throw new CheckFault(
    `asked for again, the page ${cursor === null ? 'without a cursor' : `of cursor ${cursor}`} was no page: the store ${describeAnswer(answer)}`,
    'let a cursor stay valid after the run that gave it',
  );
}

function idsOf(run: CatalogueRun): Set<string> {
  return new Set(
    variantsOf(run).map(
      ({ product, variant }) => `variant ${variant.variant_id} of product ${product.product_id}`,
    ),
  );
}

function difference(one: Set<string>, other: Set<string>): string[] {
  return [...one].filter((id) => !other.has(id));
}
