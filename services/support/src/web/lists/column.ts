import type { ComponentChildren } from 'preact';

/** A column of a list: once for the page, once for the file. */
export interface Column<Row> {
  name: string;
  /** As it stands in a CSV file. */
  text: (row: Row) => string | number | Date | null;
  /** As it stands on the page, where that is more than its text. */
  cell?: (row: Row) => ComponentChildren;
  /** What the row is called by. */
  head?: true;
  /** Figures stand to the right. */
  number?: true;
  /** In the file alone. */
  fileOnly?: true;
}
