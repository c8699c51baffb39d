import { LINES_PAGE, readLinesAfter, readPlace, writePlace } from '../../money/settled-pages';
import { onSides } from '../../money/settle';
import { readReturnedLines } from '../../money/read-settlement';
import { readSettledTotals } from '../../money/read-settled-totals';
import { settlementRows } from '../../money/settlement-rows';
import { z } from 'zod';
import { look } from '../command';
import { CommandFault } from '../command-fault';
import { requireShop, Text } from '../fields';
import { periodOf } from './period';

/**
 * What a shop is owed and owes for what was shipped in a period (D24), a page of lines at a time: `after` is `next` of the page
 * before. Returns, totals and net come with the last page; they are of all lines.
 */
export const settlement = look({
  input: z.strictObject({ shop: Text, from: Text, to: Text, after: Text.optional() }),
  run: async ({ db }, { shop: slug, from, to, after }) => {
    const period = periodOf({ from, to });
    const shop = await requireShop(db, slug);
    const place = after === undefined ? null : readPlace(after);
    if (after !== undefined && !place)
      throw new CommandFault('invalid', ['--after must be "next" of a page'], 'after');
    const page = await readLinesAfter(db, shop.id, { period, after: place, take: LINES_PAGE });
    const lines = onSides(slug, page.lines);
    const next = page.next && writePlace(page.next);
    if (next !== null) return { shop: slug, ...settlementRows({ lines, returns: [], totals: [] }), next };
    const [returns, totals] = await Promise.all([
      readReturnedLines(db, shop.id, period),
      readSettledTotals(db, shop.id, period),
    ]);
    return { shop: slug, ...settlementRows({ lines, returns: onSides(slug, returns), totals }), next };
  },
});
