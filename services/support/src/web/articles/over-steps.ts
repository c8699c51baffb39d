import type { ArticleStock } from '@hub/desk/stock';
import type { TimeRange } from '@hub/desk/figures';
import type { Series } from '../charts/chart';
import type { StockRow } from './article-tables';

type Variants = ArticleStock['variants'];
/** Shops with a separate colour. */
const SHOPS = 6;

/** The total of all shops, step by step. */
export function stockRows(variants: Variants, range: TimeRange): StockRow[] {
  const free = sumOf(variants.map(({ stock }) => stock.free));
  const committed = sumOf(variants.map(({ stock }) => stock.committed));
  return range.steps.map((at, step) => ({
    at: new Date(at),
    free: free[step] ?? null,
    committed: committed[step] ?? null,
  }));
}

/** Free pieces of the shops with the most, of the others combined, and the promised pieces of all. */
export function stockSeries(variants: Variants): Series[] {
  const own = variants.slice(0, SHOPS).map(({ shopName, stock }) => ({ name: shopName, values: stock.free }));
  const others = variants.slice(SHOPS).map(({ stock }) => stock.free);
  const committed = sumOf(variants.map(({ stock }) => stock.committed));
  return [
    ...own,
    ...(others.length > 0 ? [{ name: `${others.length} other shops`, values: sumOf(others) }] : []),
    { name: 'promised or blocked', values: committed, tone: 'rest' },
  ];
}

/** Null if nothing is known of any of them. */
function sumOf(all: readonly (readonly (number | null)[])[]): (number | null)[] {
  return (all[0] ?? []).map((_, step) => {
    const known = all.flatMap((values) => values[step] ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}
