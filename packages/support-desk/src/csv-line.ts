import { stringify } from 'csv-stringify/sync';

/** A figure as we write it, fractions of the settlement too; a spreadsheet does not execute such a text. */
const FIGURE = /^-?\d+([./]\d+)?$/;
/** What a spreadsheet would execute stays text; a figure stays a figure, negative too. */
const asItIs = (value: string) => ({ value, escape_formulas: false });

/** A line of a CSV file (RFC 4180), without its line break. Pure. */
export function csvLine(values: readonly (string | number | Date | null)[]): string {
  return stringify([[...values]], {
    eof: false,
    escape_formulas: true,
    cast: {
      string: (value) => (FIGURE.test(value) ? asItIs(value) : value),
      number: (value) => asItIs(String(value)),
      date: (value) => value.toISOString(),
    },
  });
}
