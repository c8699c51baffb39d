/** Upper bounds of the duration classes in which calls are counted, ms: nothing finer is kept of an hour. */
export const DURATION_BOUNDS = [
  10, 20, 50, 100, 200, 350, 500, 750, 1_000, 1_500, 2_000, 3_500, 5_000, 10_000, 20_000, 30_000, 60_000,
  120_000,
] as const;

/**
 * The duration within which a share of the calls ended: within a class they are assumed to be evenly distributed. Null:
 * there were none.
 * @param counts calls of each class: `counts[n]` took less than bound n, the last one longer than all bounds
 * @param share 0 … 1
 * @param bounds of the classes
 */
export function durationWithin(
  counts: readonly number[],
  share: number,
  bounds: readonly number[] = DURATION_BOUNDS,
): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = bounds[index - 1] ?? 0;
      const to = bounds[index] ?? from;
      return Math.round(from + ((rank - below) / count) * (to - from));
    }
    below += count;
  }
  return bounds.at(-1) ?? null;
}
