import { LIMITS, productsPageFaults, type ProductsPageFault } from '@hub/contract';
import type { CheckContext } from '../check-context';
import type { Answer } from '../http/exchange';
import { describeAnswer } from '../judge';
import type { CataloguePage, CatalogueRun } from './catalogue-run';
import { namedVariants } from './named-variants';

/** Of a whole catalogue: one that is wrong throughout need not name millions (D36). */
const NAMED_FAULTS = 10_000;

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
    const read = readPage(await store.deliver({ operation: 'read_products', query }));
    const number = run.pages.length + 1;
    if ('broken' in read) return { ...run, broken: `page ${number}: ${read.broken}` };
    const room = Math.max(0, NAMED_FAULTS - run.faults.length);
    run.faults.push(...read.faults.slice(0, room).map((fault) => `page ${number}, ${fault}`));
    run.pages.push({
      cursor,
      products: read.products,
      nextCursor: read.nextCursor ?? null,
      named: read.named,
    });
    if (read.nextCursor === undefined)
      return {
        ...run,
        broken: `page ${number} has no cursor that leads on, and no null that says it is the last`,
      };
    cursor = read.nextCursor;
    if (cursor !== null && seen.has(cursor))
      return { ...run, broken: `page ${number} gives a cursor that was given before` };
    if (number === LIMITS.maxPages) return { ...run, broken: `over ${LIMITS.maxPages} pages` };
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
  return run;
}

interface ReadPage extends Pick<CataloguePage, 'products' | 'named'> {
  faults: string[];
  /** Undefined: none that can be read. */
  nextCursor: string | null | undefined;
}

/**
 * Reading continues after a page with faults if its cursor is readable, so that all faults of a run are named at once.
 */
function readPage(answer: Answer): ReadPage | { broken: string } {
  if (answer.kind === 'none' || answer.status !== 200)
    return { broken: `the store ${describeAnswer(answer)}` };
  const { body } = answer;
  if (body === undefined) return { broken: 'a 200 whose body is no JSON' };
  const read = productsPageFaults(body);
  if ('page' in read) {
    const { products, next_cursor: nextCursor } = read.page;
    return { products, nextCursor, faults: [], named: [] };
  }
  const faults = read.faults.map(describeFault);
  return { products: [], nextCursor: cursorOf(body), faults, named: namedVariants(body) };
}

function describeFault({ field, message, productId, variantId }: ProductsPageFault): string {
  const where = [productId && `product ${productId}`, variantId && `variant ${variantId}`, field];
  return `${where.filter(Boolean).join(', ')} ${message}`;
}

function cursorOf(body: unknown): string | null | undefined {
  const cursor: unknown = new Map(Object.entries(Object(body))).get('next_cursor');
  return cursor === null || (typeof cursor === 'string' && cursor !== '') ? cursor : undefined;
}
