/** The frame of a chart; it is stretched to the available width. */
export const PLOT = { width: 1_000, height: 200 } as const;

/** The next round number that is not below it: the end of the axis. @param most the largest value; 0 if there is none */
export function ceilingOf(most: number): number {
  if (!(most > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= most) ?? most;
}

/** The position of a value, from the top. */
export function yOf(value: number, ceiling: number): number {
  return PLOT.height - (Math.min(Math.max(value, 0), ceiling) / ceiling) * PLOT.height;
}

/** The line through values step by step, broken at missing ones; a single one is a point. */
export function linePath(values: readonly (number | null)[], ceiling: number): string {
  const step = PLOT.width / Math.max(1, values.length);
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const goesOn = index > 0 && (values[index - 1] ?? null) !== null;
    const [x, y] = [(index + 0.5) * step, yOf(value, ceiling)];
    path += `${goesOn ? 'L' : 'M'}${at(x)} ${at(y)}`;
    // A single point is a line of no length, which its round caps show.
    if (!goesOn && (values[index + 1] ?? null) === null) path += 'h0';
  }
  return path;
}

/** A bar of each value on top of those below it, one path for a whole series. @param gap of a step, 0 … 1 */
export function barsPath(
  values: readonly number[],
  below: readonly number[],
  { ceiling, gap }: { ceiling: number; gap: number },
): string {
  const step = PLOT.width / Math.max(1, values.length);
  return values
    .map((value, index) => {
      if (value <= 0) return '';
      const base = below[index] ?? 0;
      const [bottom, top] = [yOf(base, ceiling), yOf(base + value, ceiling)];
      const [x, width] = [(index + gap / 2) * step, (1 - gap) * step];
      return `M${at(x)} ${at(bottom)}V${at(top)}h${at(width)}V${at(bottom)}z`;
    })
    .join('');
}

/** The baseline of each series, and last the sums of all. @param series of equal length */
export function stack(series: readonly (readonly number[])[]): number[][] {
  const sums = [(series[0] ?? []).map(() => 0)];
  for (const values of series) sums.push((sums.at(-1) ?? []).map((sum, index) => sum + (values[index] ?? 0)));
  return sums;
}

/** With at most one decimal: smaller differences are not visible. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
