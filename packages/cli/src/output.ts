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
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  print(line(head.map((title) => title.toUpperCase())));
  for (const row of rows) print(line(row));
}

export function time(date: Date | null): string {
  return date === null ? '' : date.toISOString();
}
