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

/** Columns as wide as their widest cell. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | null)[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly (string | null)[]) =>
    cells
      .map((cell, column) => (cell ?? '').padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  print(line(head.map((title) => title.toUpperCase())));
  for (const row of rows) print(line(row));
}

/** A moment as every command writes it; none stays none. */
export function time(date: Date): string;
export function time(date: Date | null): string | null;
export function time(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/**
 * Whoever reads what is printed may have had enough (`| head`): there is nothing more to say to them, and nothing has failed.
 * @param end ends the process
 */
export function endWithReader(stream: NodeJS.EventEmitter, end: () => void): void {
  stream.on('error', (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return end();
    throw error;
  });
}
