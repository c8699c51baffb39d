import { KEPT_LINES, type ListedLabLine, type ShownLabRun } from '@hub/desk/routing/lab';
import { counted, figure, money, whyLabel } from '@hub/desk/words';
import type { Column } from '../../lists/column';
import { DataTable } from '../../lists/data-table';
import { LAB } from './lab-labels';

/** The most rows on the page. */
export const LINES_SHOWN = 50;

export const LINE_COLUMNS: readonly Column<ListedLabLine>[] = [
  {
    name: 'Order',
    head: true,
    text: ({ orderId }) => orderId,
    cell: ({ sellerOrderId, orderId }) => (
      <a href={`/orders/${sellerOrderId}/replay`}>{orderId ?? 'not kept any more'}</a>
    ),
  },
  { name: 'Sold by', text: ({ seller }) => seller },
  { name: 'Line', text: ({ lineItemId }) => lineItemId },
  { name: 'Decided at', text: ({ decidedAt }) => decidedAt },
  { name: 'Went to', text: ({ was }) => was?.name ?? 'waits' },
  { name: 'km', number: true, text: ({ wasKm }) => wasKm },
  {
    name: 'Payout',
    number: true,
    text: ({ wasOwed }) => wasOwed,
    cell: ({ wasOwed, currency }) => wasOwed && money(wasOwed, currency),
  },
  { name: 'Would go to', text: ({ becomes }) => becomes?.name ?? 'would wait' },
  { name: 'Its km', number: true, text: ({ becomesKm }) => becomesKm },
  {
    name: 'Its payout',
    number: true,
    text: ({ becomesOwed }) => becomesOwed,
    cell: ({ becomesOwed, currency }) => becomesOwed && money(becomesOwed, currency),
  },
  { name: 'Currency', fileOnly: true, text: ({ currency }) => currency },
  { name: 'Why', text: ({ why }) => why && whyLabel(why) },
];

/** Lines that the other policy gives to another shop. */
export function MovedLines({ run, lines }: { run: ShownLabRun; lines: readonly ListedLabLine[] }) {
  const { moved } = run.figures;
  if (moved === 0) return null;
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title">Lines that go elsewhere</h2>
      <DataTable label="Table of lines that go elsewhere" columns={LINE_COLUMNS} rows={lines} />
      <p>
        <a href={`${LAB}/${run.id}/lines.csv`}>
          {moved > KEPT_LINES
            ? `The first ${figure(KEPT_LINES)} of ${figure(moved)} lines`
            : `All ${counted(moved, 'line')}`}{' '}
          as CSV
        </a>
      </p>
    </section>
  );
}
