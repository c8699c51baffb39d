import { stringify } from 'csv-stringify/sync';

/** A figure as we write it, fractions of the settlement too; a spreadsheet does not execute such a text. */
const FIGURE = /^-?\d+([./]\d+)?$/;
/** What a spreadsheet would execute stays text; a figure stays a figure, negative too. */
const asItIs = (value: string) => ({ value, escape_formulas: false });

/** Spreadsheets read a file without it in the encoding of their country, and garble names. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The beginning of a CSV file: its header line. */
export function csvHead(names: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${csvRow(names)}`;
}

/** A row of a CSV file with its line break (RFC 4180). */
export function csvRow(values: readonly (string | number | Date | null)[]): string {
  const line = stringify([[...values]], {
    eof: false,
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      string: (value) => (FIGURE.test(value) ? asItIs(value) : value),
      number: (value) => asItIs(String(value)),
      date: (value) => value.toISOString(),
    },
  });
  return `${line}\r\n`;
}
