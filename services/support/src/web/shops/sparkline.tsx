import { figure } from '@hub/support-desk/words';

const [WIDTH, HEIGHT, EDGE] = [96, 24, 2];

/** Counts hour by hour, drawn small; as text for people who do not see it. @param counts the oldest first */
export function Sparkline({ counts, of }: { counts: readonly number[]; of: string }) {
  const most = Math.max(1, ...counts);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, counts.length - 1);
  const points = counts.map((count, hour) => {
    const y = HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE);
    return `${(EDGE + hour * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  const words = `${of}: ${figure(total)} in ${counts.length} hours, at most ${figure(Math.max(0, ...counts))} in one`;
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
