import { visibleText } from '@hub/contract';
import { coloured } from './coloured';
import { withRelativeTimes } from './relative-time';
import { fitTable, plainTable, type Cells } from './terminal-table';
import { environment } from './environment';

const USUAL_WIDTH = 80;

/*
 * Everything that the hub command writes goes through this file. A text may be a store's: what is not JSON is made
 * visible first, so that no store drives the operator's terminal.
 */

/** One line for people on stdout. */
export function print(line: string): void {
  writeLine(process.stdout, visibleText(line));
}

/** A text of several lines for people. */
export function printText(text: string): void {
  text.split('\n').forEach(print);
}

/** Progress and remarks, kept off stdout. */
export function note(line: string): void {
  writeLine(process.stderr, visibleText(line));
}

/** A text of several lines, kept off stdout, with its own last line end. */
export function noteText(text: string): void {
  text.replace(/\n$/, '').split('\n').forEach(note);
}

/** Progress that has made its texts visible itself and has colours of its own. */
export function noteStyled(lines: string): void {
  writeLine(process.stderr, lines);
}

/** With `--json`: one value on stdout. */
export function printJson(value: unknown): void {
  writeLine(
    process.stdout,
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item), 2),
  );
}

/** With `--json`, of a command that does not end: one value on each line. */
export function printJsonLine(value: unknown): void {
  writeLine(process.stdout, JSON.stringify(value));
}

/** With `--json`: an error. */
export function noteJson(value: unknown): void {
  writeLine(process.stderr, JSON.stringify(value));
}

/** A line of a service's log, which is JSON. */
export function passLogLine(line: string): void {
  writeLine(process.stdout, line);
}

/** The text of a file: complete for the next program, and visible where it goes to a terminal. */
export function printFile(text: string): void {
  const shown = () => text.split(/\r?\n/).map(visibleText).join('\n');
  process.stdout.write(process.stdout.isTTY ? shown() : text);
}

/** A question, whose answer is typed on the same line. */
export function askFor(question: string): void {
  process.stderr.write(visibleText(question));
}

/** Moves the cursor of a terminal to the top, and clears everything below. */
export function clearScreen(): void {
  process.stdout.write('\u001B[H\u001B[J');
}

function writeLine(stream: NodeJS.WriteStream, line: string): void {
  stream.write(`${line}\n`);
}

/** At a terminal within its width, with relative times; elsewhere complete, for the next program. */
export function printTable(head: readonly string[], rows: readonly Cells[]): void {
  const { isTTY, columns } = process.stdout;
  const visible = rows.map((row) => row.map((cell) => cell && visibleText(cell)));
  if (!isTTY) return plainTable({ head, rows: visible }).forEach(print);
  const now = Date.now();
  const relative = visible.map((row) => row.map((cell) => cell && withRelativeTimes(cell, now)));
  const width = columns > 0 ? columns : USUAL_WIDTH;
  for (const line of fitTable({ head, rows: relative }, width, coloured(environment())))
    writeLine(process.stdout, line);
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
