import type { ComponentChildren } from 'preact';
import { Scroll } from '../../web/layout/scroll';

export interface Column<Row> {
  name: string;
  number?: boolean;
  cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  /** Its name for people who do not see it. */
  label: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The text shown without rows. */
  none: string;
  /** Above the rows, such as a checkbox that ticks them all. */
  caption?: ComponentChildren;
}

/** A table; on a phone each row is a card with labelled cells. */
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

/** The link to the rest of a list; nothing where it ends. */
export function Further({ href, next }: { href: string; next: string | number | null }) {
  if (next === null) return null;
  return (
    <p>
      <a href={`${href}${encodeURIComponent(String(next))}`}>Further</a>
    </p>
  );
}

/** A quiet note that there is nothing to show. */
export function None() {
  return <span class="soft">none</span>;
}
