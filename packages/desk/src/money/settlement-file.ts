import type { Database } from '@hub/database';
import { readReturnedLines } from './read-settlement';
import { RunningTotals } from './running-totals';
import { LINES_PAGE, readLinesAfter, type LinePlace } from './settled-pages';
import type { Period } from './settled-lines';
import { onSides } from './settle';
import { SETTLEMENT_HEAD, settlementCsv, settlementRows } from './settlement-rows';

const NONE = { lines: [], returns: [], totals: [] };

/**
 * A shop's account with the network for a period as a CSV file (D24), one page of lines at a time: it holds one page in
 * memory, however long the period is. Its totals are of the lines that are in it.
 */
export async function* settlementFile(
  db: Database,
  shop: { id: number; slug: string },
  period: Period,
): AsyncGenerator<string> {
  const totals = new RunningTotals();
  yield SETTLEMENT_HEAD;
  let after: LinePlace | null = null;
  do {
    const page: Awaited<ReturnType<typeof readLinesAfter>> = await readLinesAfter(db, shop.id, {
      period,
      after,
      take: LINES_PAGE,
    });
    const lines = onSides(shop.slug, page.lines);
    totals.add(lines);
    yield settlementCsv(settlementRows({ ...NONE, lines }).lines);
    after = page.next;
  } while (after);
  const returns = onSides(shop.slug, await readReturnedLines(db, shop.id, period));
  const rest = settlementRows({ ...NONE, returns, totals: totals.list() });
  yield settlementCsv([...rest.returns, ...rest.totals, ...rest.net]);
}
