import type { Database } from '@hub/database';
import { csvHead, csvRow } from '../../engine/csv';
import { LINES_PAGE, readLinesAfter } from '../../money/settled-pages';
import { netOf } from '../../money/net-owed';
import { onSides } from '../../money/settle';
import { readReturnedLines } from '../../money/read-settlement';
import { RunningTotals } from '../../money/running-totals';
import type { Days } from '../../money/period';
import type { Contact } from '../access/contact';
import { lineOf, returnOf, totalOf } from './read-account';

const COLUMNS = [
  'kind',
  'side',
  'order_id',
  'order_number',
  'external_ref',
  'line',
  'variant_id',
  'title',
  'settled_at',
  'shipped_at',
  'reported_at',
  'package_reported',
  'lines',
  'quantity',
  'currency',
  'unit_price',
  'goods',
  'shipping_share',
  'due',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null>>;

/**
 * A shop's own account for a period as a CSV file (D24, D35): what its page and JSON say, with all lines. Totals and net
 * are of the lines in the file.
 */
export async function accountAsCsv(
  db: Database,
  { contact: { shop, shopId }, period }: { contact: Contact; period: Days },
): Promise<string> {
  const totals = new RunningTotals();
  const parts = [csvHead(COLUMNS)];
  let after: Parameters<typeof readLinesAfter>[2]['after'] = null;
  do {
    const page: Awaited<ReturnType<typeof readLinesAfter>> = await readLinesAfter(db, shopId, {
      period,
      after,
      take: LINES_PAGE,
    });
    const lines = onSides(shop, page.lines);
    totals.add(lines);
    parts.push(...lines.map((line) => fileRow({ kind: 'line', ...lineOf(line) })));
    after = page.next;
  } while (after);
  const returns = onSides(shop, await readReturnedLines(db, shopId, period));
  const sums = totals.list();
  return [
    ...parts,
    ...returns.map((goods) => fileRow({ kind: 'return', ...returnOf(goods) })),
    ...sums.map((total) => fileRow({ kind: 'total', ...totalOf(total) })),
    ...netOf(sums).map(({ currency, net }) => fileRow({ kind: 'net', currency, due: net })),
  ].join('');
}

function fileRow(row: Row): string {
  return csvRow(
    COLUMNS.map((column) => {
      const value = row[column] ?? null;
      return typeof value === 'boolean' ? String(value) : value;
    }),
  );
}
