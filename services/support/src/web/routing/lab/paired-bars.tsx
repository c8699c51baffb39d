import { figure } from '@hub/desk/words';

const [WIDTH, HEIGHT] = [200, 12];

export interface PairedBarsProps {
  title: string;
  was: number;
  becomes: number;
  /** The name of the other policy. */
  other: string;
}

/** Two bars of one measure, each with its figure. */
export function PairedBars({ title, was, becomes, other }: PairedBarsProps) {
  const most = Math.max(was, becomes);
  if (most === 0) return null;
  const bars = [
    { name: 'As decided', tint: 'was', value: was },
    { name: `Under ${other}`, tint: 'becomes', value: becomes },
  ];
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      <ul class="plain">
        {bars.map(({ name, tint, value }) => (
          <li>
            <span>{name}</span>
            <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
              <rect class={tint} width={(value / most) * WIDTH} height={HEIGHT} />
            </svg>
            <span class="number">{figure(value)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
