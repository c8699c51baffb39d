import type { Column } from './column';

type Value = ReturnType<Column<never>['text']>;

/** What a spreadsheet takes for a formula, by the first character of a cell. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/** A line of a CSV file (RFC 4180). Text that a spreadsheet would run is kept text by an apostrophe. Pure. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Value): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
