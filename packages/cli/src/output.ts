import { coloured } from './coloured';
import { withRelativeTimes } from './relative-time';
import { fitTable, plainTable, type Cells } from './terminal-table';
import { environment } from './environment';

const USUAL_WIDTH = 80;

/** What a command prints on stdout: text for people or, with `--json`, one JSON value. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item), 2));
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Progress and remarks, kept off stdout. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** At a terminal within its width, with relative times; elsewhere complete, for the next program. */
export function printTable(head: readonly string[], rows: readonly Cells[]): void {
  const { isTTY, columns } = process.stdout;
  if (!isTTY) return plainTable({ head, rows }).forEach(print);
  const now = Date.now();
  const told = rows.map((row) => row.map((cell) => cell && withRelativeTimes(cell, now)));
  const width = columns > 0 ? columns : USUAL_WIDTH;
  fitTable({ head, rows: told }, width, coloured(environment())).forEach(print);
}

/** A time as every command prints it; null stays null. */
export function time(date: Date): string;
export function time(date: Date | null): string | null;
export function time(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/**
 * The reader of the output may have closed it (`| head`): nothing more is printed, and nothing has failed.
 * @param end ends the process
 */
export function endWithReader(stream: NodeJS.EventEmitter, end: () => void): void {
  stream.on('error', (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return end();
    throw error;
  });
}
