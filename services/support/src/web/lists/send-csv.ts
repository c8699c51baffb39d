import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvHead, csvRow } from '@hub/desk/engine';
import type { Response } from 'express';
import type { Column } from './column';

/** The most rows of a file; a narrower filter gives the rest. */
const CSV_ROWS = 50_000;
/** After this many empty pages in a row a file ends: matches are rare, and far back. */
const EMPTY_PAGES = 100;

/** A page of a list, and how the next one is read; null: there are no more. */
export interface CsvPage<Row> {
  rows: readonly Row[];
  next: (() => Promise<CsvPage<Row>>) | null;
}

/** The page size when a list is read for a file. */
export const CSV_PAGE = 1_000;

/** Answers with the list as a file, page by page: memory holds one page, however long the list is. */
export async function sendCsv<Row>(
  response: Response,
  file: { name: string; columns: readonly Column<Row>[]; first: CsvPage<Row> },
): Promise<void> {
  await sendText(response, { name: file.name, parts: lines(file) });
}

/** Answers with a CSV file whose text arrives in chunks. */
export async function sendText(
  response: Response,
  { name, parts }: { name: string; parts: AsyncIterable<string> },
): Promise<void> {
  response.attachment(`${name}.csv`).type('text/csv; charset=utf-8');
  // A reader who disconnects ends the reading; that is not a failure.
  await pipeline(Readable.from(parts), response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

async function* lines<Row>({
  columns,
  first,
}: {
  columns: readonly Column<Row>[];
  first: CsvPage<Row>;
}): AsyncGenerator<string> {
  yield csvHead(columns.map(({ name }) => name));
  let [page, written, empty] = [first, 0, 0];
  for (;;) {
    const rows = page.rows.slice(0, CSV_ROWS - written);
    if (rows.length > 0) yield rows.map((row) => csvRow(columns.map(({ text }) => text(row)))).join('');
    written += rows.length;
    empty = rows.length === 0 ? empty + 1 : 0;
    if (!page.next || written >= CSV_ROWS || empty >= EMPTY_PAGES) return;
    page = await page.next();
  }
}
