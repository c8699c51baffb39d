import {
  isSaid,
  isTexts,
  plainOf,
  textOf,
  type Cell,
  type ListColumn,
  type ListRow,
  type Said,
} from '@hub/support-desk';
import { State } from '../layout/state';
import type { Column } from './column';
import { DataTable, plain } from './data-table';
import { WithIds } from './with-ids';

type Cells = Pick<ListRow, 'cells'> & Partial<Pick<ListRow, 'key'>>;

export interface ListTableProps {
  label: string;
  columns: readonly ListColumn[];
  rows: readonly Cells[];
  /** Rows can be ticked: only within a form. */
  canTick?: boolean;
}

/** The rows of a list on a page. */
export function ListTable({ label, columns, rows, canTick }: ListTableProps) {
  const shown = columns.map(columnOf);
  const head = columns.findIndex((column) => column.head);
  const tick = ({ key, cells }: Cells) => ({ id: key ?? '', name: textOf(cells[head] ?? null) });
  return <DataTable label={label} columns={shown} rows={rows} {...(canTick && { tick })} />;
}

/** A column of a list for a table and a file. */
export function columnOf({ name, head, number, only }: ListColumn, index: number): Column<Cells> {
  return {
    name,
    ...(head && { head }),
    ...(number && { number }),
    ...(only !== undefined && { fileOnly: true }),
    text: ({ cells }) => plainOf(cells[index] ?? null),
    cell: ({ cells }) => <CellView cell={cells[index] ?? null} />,
  };
}

function CellView({ cell }: { cell: Cell }) {
  if (isTexts(cell)) return <Texts texts={cell} />;
  if (!isSaid(cell)) return <>{plain(cell)}</>;
  const { href, beside, below, also } = cell;
  const value = <Value said={cell} />;
  return (
    <>
      {href === undefined ? value : <a href={href}>{value}</a>}
      {beside && <small> {beside}</small>}
      {also && (
        <>
          {' '}
          <a class="trail-of" href={also.href} aria-label={also.label}>
            {also.text}
          </a>
        </>
      )}
      {below && (
        <>
          <br />
          <small>{below}</small>
        </>
      )}
    </>
  );
}

function Value({ said: { text, shown, tone, isReference, otherwise } }: { said: Said }) {
  if (text === null) return otherwise === undefined ? null : <span class="soft">{otherwise}</span>;
  if (tone !== undefined) return <State text={String(text)} tone={tone} />;
  if (isReference) return <WithIds text={shown ?? String(text)} />;
  return <>{shown ?? plain(text)}</>;
}

function Texts({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul class="plain">
      {texts.map((text) => (
        <li>{text}</li>
      ))}
    </ul>
  );
}
