import { figure } from '@hub/desk/words';

const [WIDTH, HEIGHT, EDGE] = [96, 24, 2];

interface SparklineProps {
  /** The oldest first; null: none, and nothing is drawn there. */
  counts: readonly (number | null)[];
  of: string;
  /** Unless they are hours of `of`. */
  says?: string;
}

/** Counts drawn small; as text for people who do not see it. */
export function Sparkline({ counts, of, says }: SparklineProps) {
  const known = counts.flatMap((count) => count ?? []);
  const most = Math.max(1, ...known);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, counts.length - 1);
  const points = counts.flatMap((count, place) => {
    if (count === null) return [];
    const y = HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE);
    return `${(EDGE + place * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const total = known.reduce((sum, count) => sum + count, 0);
  const words =
    says ??
    `${of}: ${figure(total)} in ${counts.length} hours, at most ${figure(Math.max(0, ...known))} in one`;
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={words}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <title>{words}</title>
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}
