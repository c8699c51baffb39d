import { LINES_PAGE, readLinesAfter, readPlace, writePlace } from '../../money/settled-pages';
import { onSides } from '../../money/settle';
import { readReturnedLines } from '../../money/read-settlement';
import { readSettledTotals } from '../../money/read-settled-totals';
import { settlementRows } from '../../money/settlement-rows';
import { z } from 'zod';
import { look } from '../command';
import { CommandFault } from '../command-fault';
import { requireShop, Text } from '../fields';
import type { Period } from '../../money/settled-lines';

const NS_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;

/** The period from the beginning of one day to the end of another, in UTC. Throws `CommandFault` for an invalid day. */
export function periodOf(days: { from: string; to: string }): Period {
  const [from, to] = [startOf('from', days.from), startOf('to', days.to)];
  if (to < from) throw new CommandFault('invalid', ['--to must not be before --from'], 'to');
  return { from: BigInt(from) * NS_PER_MS, before: BigInt(to + DAY_MS) * NS_PER_MS };
}

function startOf(field: 'from' | 'to', day: string): number {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isThatDay(start, day))
    throw new CommandFault('invalid', [`--${field} must be a day such as 2026-11-01`], field);
  return start;
}

/** JavaScript takes the 31st of April for the 1st of May. */
function isThatDay(start: number, day: string): boolean {
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
}

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
