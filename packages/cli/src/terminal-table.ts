export type Cells = readonly (string | null)[];

export interface TerminalTable {
  head: readonly string[];
  rows: readonly Cells[];
}

const GAP = '  ';
/** The minimum width of a column. */
const NARROWEST = 8;

/** Lines of a table whose columns are as wide as their widest cell: for files and other programs. */
export function plainTable({ head, rows }: TerminalTable): string[] {
  const widths = naturalWidths({ head, rows });
  const line = (cells: Cells) =>
    cells
      .map((cell, column) => (cell ?? '').padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  return [line(head.map((title) => title.toUpperCase())), ...rows.map(line)];
}

/**
 * The same within a terminal: the widest columns shrink, and longer cells continue below. Where not even that fits,
 * each row is a separate block.
 * @param paint decorates padded cells
 */
export function fitTable(
  { head, rows }: TerminalTable,
  width: number,
  paint: (cell: string, place: { isHead: boolean; text: string }) => string = (cell) => cell,
): string[] {
  const widths = narrowed(naturalWidths({ head, rows }), width - GAP.length * (head.length - 1));
  if (widths === null) return blocks({ head, rows }, paint);
  const lines = (cells: Cells, isHead: boolean): string[] => {
    const wrapped = cells.map((cell, column) => wrap(cell ?? '', widths[column] ?? 0));
    const height = Math.max(1, ...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) =>
      wrapped
        .map((parts, column) =>
          paint((parts[row] ?? '').padEnd(widths[column] ?? 0), { isHead, text: cells[column] ?? '' }),
        )
        .join(GAP)
        .trimEnd(),
    );
  };
  return [
    ...lines(
      head.map((title) => title.toUpperCase()),
      true,
    ),
    ...rows.flatMap((row) => lines(row, false)),
  ];
}

function naturalWidths({ head, rows }: TerminalTable): number[] {
  return head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
}

/** Widths that fit, shrinking the widest first; null: there are too many columns. */
function narrowed(widths: readonly number[], width: number): number[] | null {
  const least = widths.map((one) => Math.min(one, NARROWEST));
  if (sum(least) > width) return null;
  const fitting = [...widths];
  while (sum(fitting) > width) {
    const widest = fitting.indexOf(Math.max(...fitting));
    fitting[widest] = (fitting[widest] ?? 0) - 1;
  }
  return fitting;
}

function blocks({ head, rows }: TerminalTable, paint: NonNullable<Parameters<typeof fitTable>[2]>): string[] {
  return rows.flatMap((row) => [
    ...row.flatMap((cell, column) =>
      cell ? [`${paint(head[column] ?? '', { isHead: true, text: '' })}: ${cell}`] : [],
    ),
    '',
  ]);
}

/** A text in lines of that width: broken between words if possible, else within them. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
