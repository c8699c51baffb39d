import type { FigureView } from '@hub/desk/door';
import { figureText, shareText, sparklineOf } from '@hub/desk/figures/shops';
import { figure } from '@hub/desk/words';
import { Sparkline } from '../../web/shops/sparkline';
import { Table, type Column } from '../layout/table';

const COLUMNS: readonly Column<FigureView>[] = [
  {
    name: 'Figure',
    cell: ({ label, means }) => (
      <>
        {label}
        <br />
        <small>{means}</small>
      </>
    ),
  },
  { name: '30 days', number: true, cell: (row) => figureText(row) ?? <span class="soft">none</span> },
  { name: 'Of', number: true, cell: ({ of }) => figure(of) },
  { name: 'Share', number: true, cell: shareText },
  {
    name: 'By day',
    cell: ({ label, days }) => <Sparkline {...sparklineOf(label, days)} />,
  },
];

/** How the shop does, by its own figures. */
export function FiguresPage({ figures }: { figures: readonly FigureView[] }) {
  return (
    <>
      <h1>Your figures</h1>
      <p class="soft">
        The last 30 days, days of UTC, counted when an hour is over. Times are those within which half of the
        orders were done.
      </p>
      <p class="actions">
        <a href="/figures/file">As a CSV file</a>
      </p>
      <Table label="Your figures" columns={COLUMNS} rows={figures} none="No figures." />
    </>
  );
}
