import { figure } from '@hub/desk/words';
import { Scroll } from '../layout/scroll';
import { Time } from '../layout/time';
import type { Column } from './column';

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The field, the id and the name of a row that can be ticked: only within a form. */
  tick?: (row: Row) => TickProps;
}

/** A list; on a phone each row is a card with labelled cells. */
export function DataTable<Row>({ label, columns, rows, tick }: DataTableProps<Row>) {
  const shown = columns.filter(({ fileOnly }) => !fileOnly);
  return (
    <Scroll label={label}>
      <table class="rows">
        <thead>
          <tr>
            {tick && (
              <th scope="col">
                <label class="tick">
                  <input type="checkbox" data-ticks-all aria-label="Tick all of this page" />
                </label>
              </th>
            )}
            {shown.map(({ name, number }) => (
              <th scope="col" class={number && 'number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {tick && <Tick {...tick(row)} />}
              {shown.map((column) => (
                <Cell column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface TickProps {
  field: string;
  id: string;
  name: string;
}

function Tick({ field, id, name }: TickProps) {
  if (id === '') return <td />;
  return (
    <td>
      <label class="tick">
        <input id={`tick-${id}`} type="checkbox" name={field} value={id} aria-label={`Tick: ${name}`} />
      </label>
    </td>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, head, number } = column;
  const content = column.cell ? column.cell(row) : plain(column.text(row));
  if (head)
    return (
      <th scope="row" data-label={name}>
        {content}
      </th>
    );
  return (
    <td class={number && 'number'} data-label={name}>
      {content}
    </td>
  );
}

export function plain(value: string | number | Date | null) {
  if (value instanceof Date) return <Time at={value} />;
  return typeof value === 'number' ? figure(value) : value;
}
