import type { ComponentChildren } from 'preact';
import { Scroll } from '../../web/layout/scroll';

export interface Column<Row> {
  name: string;
  number?: boolean;
  cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  /** Names it for people who do not see it. */
  label: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What is said where there is no row. */
  none: string;
  /** Above the rows, such as a box that ticks them all. */
  caption?: ComponentChildren;
}

/** A table; on a phone each row is a card, whose cells say what they are. */
export function Table<Row>({ label, columns, rows, none, caption }: TableProps<Row>) {
  if (rows.length === 0) return <p class="panel">{none}</p>;
  return (
    <Scroll label={label}>
      <table class="rows">
        {caption}
        <thead>
          <tr>
            {columns.map(({ name, number }) => (
              <th scope="col" class={number ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ name, number, cell }, place) =>
                place === 0 ? (
                  <th scope="row" data-label={name}>
                    {cell(row)}
                  </th>
                ) : (
                  <td class={number ? 'number' : undefined} data-label={name}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Where a list goes on; nothing where it ends. */
export function Further({ href, next }: { href: string; next: string | number | null }) {
  if (next === null) return null;
  return (
    <p>
      <a href={`${href}${encodeURIComponent(String(next))}`}>Further</a>
    </p>
  );
}

/** Nothing to show, said softly. */
export function None() {
  return <span class="soft">none</span>;
}
