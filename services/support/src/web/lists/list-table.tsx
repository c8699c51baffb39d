import {
  cellsOf,
  isSaid,
  isTexts,
  plainOf,
  textOf,
  type Cell,
  type ColumnOf,
  type ListColumn,
  type ListRow,
  type RowForm,
  type Said,
} from '@hub/desk/engine';
import { figure } from '@hub/desk/words';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { StoreSays } from '../at-risk/store-says';
import { PauseMark } from '../layout/shop-link';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { TimedText } from '../layout/timed-text';
import { Sparkline } from '../shops/sparkline';
import type { Column } from './column';
import { DataTable, plain } from './data-table';
import { WithIds } from './with-ids';

type Cells = Pick<ListRow, 'cells'> & Partial<Pick<ListRow, 'key'>>;

export interface ListTableProps {
  label: string;
  columns: readonly ListColumn[];
  rows: readonly Cells[];
  /** Without a viewer, columns of a role are left out. */
  viewer?: Viewer;
  /** The field of the ticks, if rows can be ticked: only within a form. */
  ticks?: string | undefined;
}

/** The rows of a list on a page. */
export function ListTable({ label, columns, rows, viewer, ticks }: ListTableProps) {
  const isFor = ({ role }: ListColumn) => role === undefined || (viewer !== undefined && may(viewer, role));
  const shown = columns.map(columnOf).filter((_, index) => columns[index] && isFor(columns[index]));
  const head = columns.findIndex((column) => column.head);
  const tick = ({ key, cells }: Cells) => ({
    field: ticks ?? '',
    id: key ?? '',
    name: textOf(cells[head] ?? null),
  });
  return <DataTable label={label} columns={shown} rows={rows} {...(ticks !== undefined && { tick })} />;
}

export interface TableOfProps<Row> extends Omit<ListTableProps, 'columns' | 'rows' | 'ticks'> {
  columns: readonly ColumnOf<Row>[];
  rows: readonly Row[];
  /** The time of the view, in milliseconds since the epoch. */
  now: number;
}

/** Rows as a list shows them, on another page. */
export function TableOf<Row>({ columns, rows, now, ...props }: TableOfProps<Row>) {
  return (
    <ListTable
      {...props}
      columns={columns}
      rows={rows.map((row) => ({ cells: cellsOf(columns, row, now) }))}
    />
  );
}

/** A column of a list for a table and a file. */
export function columnOf({ name, head, number, only }: ListColumn, index: number): Column<Cells> {
  return {
    name,
    ...(head && { head }),
    ...(number && { number }),
    ...((only === 'file' || only === 'text') && { fileOnly: true }),
    text: ({ cells }) => plainOf(cells[index] ?? null),
    cell: ({ cells }) => <CellView cell={cells[index] ?? null} />,
  };
}

/** What a cell says, also outside of a list. */
export function CellView({ cell }: { cell: Cell }) {
  if (isTexts(cell)) return <Texts texts={cell} />;
  if (!isSaid(cell)) return <>{plain(cell)}</>;
  const { href, shop, mark, theirs, progress, form, beside, below, also } = cell;
  if (form) return <Button form={form} />;
  const value = <Value said={cell} />;
  return (
    <>
      {href === undefined ? value : <a href={href}>{value}</a>}
      <PauseMark shop={shop} />
      {mark && (
        <>
          {' '}
          <State {...mark} />
        </>
      )}
      {progress && <Progress {...progress} />}
      {beside && <small> {beside instanceof Date ? <Time at={beside} since={cell.since} /> : beside}</small>}
      {also && (
        <>
          {' '}
          <a class="trail-of" href={also.href} aria-label={also.label}>
            {also.text}
          </a>
        </>
      )}
      {theirs && <StoreSays {...theirs} />}
      {below && (
        <>
          <br />
          <small>
            <TimedText text={below} />
          </small>
        </>
      )}
    </>
  );
}

function Button({ form: { path, label, fields, button } }: { form: RowForm }) {
  return (
    <ActionForm action={path} label={label}>
      <HiddenFields fields={fields} />
      <button type="submit" name={button.name} value={button.value} class="quiet">
        {button.text}
      </button>
    </ActionForm>
  );
}

/** Such as the filter of a list, in a form that acts on what fits. */
export function HiddenFields({ fields }: { fields: Readonly<Record<string, string | undefined>> }) {
  return (
    <>
      {Object.entries(fields).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
      )}
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  const words = `${figure(done)} of ${figure(of)}`;
  return (
    <>
      {' '}
      <progress max={Math.max(1, of)} value={done} aria-label={words} /> <span>{words}</span>
    </>
  );
}

function Value({ said: { text, shown, since, sparkline, tone, isReference, otherwise } }: { said: Said }) {
  if (sparkline) return <Sparkline {...sparkline} />;
  if (text === null) return otherwise === undefined ? null : <span class="soft">{otherwise}</span>;
  if (tone !== undefined) return <State text={String(text)} tone={tone} />;
  if (text instanceof Date && since !== undefined) return <Time at={text} since={since} />;
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
