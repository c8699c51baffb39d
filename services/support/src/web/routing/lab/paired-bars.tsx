import { figure } from '../../lists/data-table';

const [WIDTH, BAR, GAP] = [320, 18, 6];

export interface PairedBarsProps {
  title: string;
  was: number;
  becomes: number;
  /** What the other policy is called. */
  other: string;
}

/** Two bars of one measure; in words for people who do not see them. */
export function PairedBars({ title, was, becomes, other }: PairedBarsProps) {
  const most = Math.max(1, was, becomes);
  const words = `${title}: ${figure(was)} as decided, ${figure(becomes)} under ${other}`;
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      <svg role="img" aria-label={words} viewBox={`0 0 ${WIDTH} ${2 * BAR + GAP}`}>
        <title>{words}</title>
        <rect class="was" width={(was / most) * WIDTH} height={BAR} />
        <rect class="becomes" y={BAR + GAP} width={(becomes / most) * WIDTH} height={BAR} />
      </svg>
    </figure>
  );
}
