import type { HealthOfDay } from '@hub/desk/catalogue';
import { DataTable } from '../lists/data-table';

const [WIDTH, HEIGHT, EDGE] = [480, 96, 4];

/** The share of a shop's variants that was linked, day by day: drawn, as text, and as a table. @param days the oldest first */
export function LinkTrend({ days }: { days: readonly HealthOfDay[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <section aria-labelledby="link-trend">
      <h2 id="link-trend">Linked over time</h2>
      {days.length > 1 && <Line days={days} />}
      <p class="soft">{trendText(days)}</p>
      <details>
        <summary>Day by day</summary>
        <DataTable
          label="Linked variants day by day"
          columns={[
            { name: 'Day', head: true, text: ({ day }) => dayOf(day) },
            { name: 'Linked', number: true, text: ({ linked }) => linked },
            { name: 'Of all', number: true, text: (day) => `${shareOf(day)}\u00a0%` },
            { name: 'Same barcode twice', number: true, text: ({ duplicateBarcodes }) => duplicateBarcodes },
            { name: 'Barcode is no GTIN', number: true, text: ({ invalidBarcodes }) => invalidBarcodes },
            { name: 'No barcode', number: true, text: ({ withoutBarcode }) => withoutBarcode },
          ]}
          rows={days.toReversed()}
        />
      </details>
    </section>
  );
}

function Line({ days }: { days: readonly HealthOfDay[] }) {
  const [from = 0, until = 0] = [days[0]?.day.getTime(), days.at(-1)?.day.getTime()];
  const points = days.map((day) => {
    const x = EDGE + ((day.day.getTime() - from) / (until - from)) * (WIDTH - 2 * EDGE);
    const y = HEIGHT - EDGE - (shareOf(day) / 100) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg class="trend" role="img" aria-label={trendText(days)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <title>{trendText(days)}</title>
      {[EDGE, HEIGHT / 2, HEIGHT - EDGE].map((y) => (
        <line x1={EDGE} x2={WIDTH - EDGE} y1={y} y2={y} stroke="var(--line)" />
      ))}
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" stroke-width="2" />
    </svg>
  );
}

/** Start and end of the trend, such as `50 % linked on 2026-11-20, 71 % on 2026-11-23.` */
function trendText(days: readonly HealthOfDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  const begins = `${shareOf(first)}\u00a0% of variants linked on ${dayOf(first.day)}`;
  return first === last ? `${begins}.` : `${begins}, ${shareOf(last)}\u00a0% on ${dayOf(last.day)}.`;
}

/** In whole percent; 0 of none. */
function shareOf({ linked, withoutBarcode, invalidBarcodes, duplicateBarcodes }: HealthOfDay): number {
  const all = linked + withoutBarcode + invalidBarcodes + duplicateBarcodes;
  return all === 0 ? 0 : Math.floor((100 * linked) / all);
}

const dayOf = (day: Date): string => day.toISOString().slice(0, 10);
