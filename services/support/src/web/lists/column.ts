import type { ComponentChildren } from 'preact';

/** A column of a list, on the page and in the file. */
export interface Column<Row> {
  name: string;
  /** Its value in a CSV file. */
  text: (row: Row) => string | number | Date | null;
  /** Its cell on the page, if that is more than its text. */
  cell?: (row: Row) => ComponentChildren;
  /** This column names the row. */
  head?: true;
  /** Figures are right-aligned. */
  number?: true;
  /** Only in the file. */
  fileOnly?: true;
}
