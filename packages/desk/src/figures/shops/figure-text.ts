import { figure } from '../../words/amount';
import type { ShopFigure } from './shop-figures';

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A figure for people: such as `3`, or `1.5 hours`. @returns undefined if there is none */
export function figureText({ value, unit }: Pick<ShopFigure, 'value' | 'unit'>): string | undefined {
  if (value === null) return undefined;
  if (unit !== 'seconds') return figure(value);
  // Two days are shown in hours: shops have 72 of them (D38).
  const [name, seconds] = STEPS.find(([, each]) => value >= (each === 86_400 ? 4 * each : each)) ?? [
    'second',
    1,
  ];
  const amount = Math.round((value / seconds) * 10) / 10;
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

/** Its share, such as `2.5 %`. @returns null of a time, or where there was nothing */
export function shareText({ value, unit, of }: Pick<ShopFigure, 'value' | 'unit' | 'of'>): string | null {
  if (unit === 'seconds' || value === null || of === 0) return null;
  return `${(Math.round((value / of) * 1_000) / 10).toFixed(1)} %`;
}

const BARS = '▁▂▃▄▅▆▇█';

/** Figures day by day as a terminal shows them; a day without one is empty. */
export function barsOf(days: readonly (number | null)[]): string {
  const most = Math.max(1, ...days.map((value) => value ?? 0));
  return days
    .map((value) => (value === null ? ' ' : (BARS[Math.round((value / most) * (BARS.length - 1))] ?? ' ')))
    .join('');
}

/** The same as a page draws it, with a text for people who do not see it. */
export function sparklineOf(of: string, days: ShopFigure['days']) {
  const counts = days.map(({ value }) => value);
  const known = counts.filter((value) => value !== null);
  const most = Math.max(0, ...known);
  const says =
    known.length === 0
      ? `${of}: none in ${days.length} days`
      : `${of}: on ${known.length} of ${days.length} days, at most ${figure(most)}`;
  return { counts, of, says };
}
