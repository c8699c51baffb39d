import { LIMITS, type ProductsPage, productsPageFaults } from '@hub/contract';
import type { CheckContext } from '../check-context';
import type { Answer } from '../http/exchange';
import { describeAnswer } from '../judge';
import type { CatalogueRun } from './catalogue-run';

/** Reads the catalogue as the service does (D14): 100 products a page, until the cursor is null. */
export async function readCatalogue(
  { store }: CheckContext,
  pageSize: number = LIMITS.pageSize,
): Promise<CatalogueRun> {
  const run: CatalogueRun = { pages: [], faults: [], broken: null };
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: String(pageSize), ...(cursor === null ? {} : { cursor }) };
    const read: ReadPage = readPage(await store.deliver({ operation: 'read_products', query }));
    const number = run.pages.length + 1;
    if ('broken' in read) return { ...run, broken: `page ${number}: ${read.broken}` };
    run.faults.push(...read.faults.map((fault) => `page ${number}, ${fault}`));
    run.pages.push({ cursor, ...read });
    cursor = read.nextCursor;
    if (cursor !== null && seen.has(cursor))
      return { ...run, broken: `page ${number} gives a cursor that was given before` };
    if (number === LIMITS.maxPages) return { ...run, broken: `over ${LIMITS.maxPages} pages` };
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
  return run;
}

type ReadPage =
  { products: ProductsPage['products']; nextCursor: string | null; faults: string[] } | { broken: string };

/** A page with faults is read on as long as its cursor can be, so that all faults of a run are named at once. */
function readPage(answer: Answer): ReadPage {
  if (answer.kind === 'none' || answer.status !== 200)
    return { broken: `the store ${describeAnswer(answer)}` };
  const read = productsPageFaults(answer.body);
  if ('page' in read) return { products: read.page.products, nextCursor: read.page.next_cursor, faults: [] };
  const cursor: unknown = new Map(Object.entries(Object(answer.body))).get('next_cursor');
  const faults = read.faults.map(
    ({ field, message, productId, variantId }) =>
      `${[productId && `product ${productId}`, variantId && `variant ${variantId}`, field].filter(Boolean).join(', ')} ${message}`,
  );
  if (cursor !== null && (typeof cursor !== 'string' || cursor === '')) return { broken: faults.join('; ') };
  return { products: [], nextCursor: cursor, faults };
}
