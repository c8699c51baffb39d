import type { CopiesResult } from './measure-copies';

const NAMES = 190;
const [WIDTH, HEIGHT, HEAD] = [250, 92, 34];
/** Room around a curve in its field: labels are above its points. */
const [SIDE, ABOVE, BELOW] = [34, 26, 22];
const LINE = '#1b6ac9';

interface Curve {
  title: string;
  of: (result: CopiesResult) => number;
  digits: number;
}

/** The values drawn over the number of copies. */
const CURVES: readonly Curve[] = [
  { title: 'answered events/s', of: ({ perSecond }) => perSecond, digits: 0 },
  { title: 'CPU ms for an event', of: ({ cpuMsPerEvent }) => cpuMsPerEvent, digits: 1 },
  { title: 'connections to PostgreSQL', of: ({ connections }) => connections, digits: 0 },
];

/**
 * Curves over the number of copies as an SVG: a row for each trade, each field with its own scale from 0.
 * @param note when and where it was measured
 */
export function drawCurves(results: readonly CopiesResult[], note: string): string {
  const trades = [...new Set(results.map(({ trade }) => trade))];
  const [width, height] = [NAMES + WIDTH * CURVES.length, HEAD + HEIGHT * trades.length + 24];
  const heads = CURVES.map(
    ({ title }, column) => `<text x="${leftOf(column) + SIDE}" y="20" font-weight="bold">${title}</text>`,
  );
  const rows = trades.map((trade, row) => {
    const own = results.filter((one) => one.trade === trade);
    const fields = CURVES.map((curve, column) => field(own, curve, { column, row }));
    return `<text x="8" y="${topOf(row) + HEIGHT / 2}">${trade}</text>${fields.join('')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">
<title>Throughput, CPU time and connections with one, two and three copies of ingress and every worker</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...heads, ...rows].join('\n')}
<text x="8" y="${height - 8}" fill="#555">${note}</text>
</svg>
`;
}

const leftOf = (column: number): number => NAMES + WIDTH * column;
const topOf = (row: number): number => HEAD + HEIGHT * row;

function field(
  own: readonly CopiesResult[],
  { of, digits }: Curve,
  place: { column: number; row: number },
): string {
  const [left, bottom] = [leftOf(place.column) + SIDE, topOf(place.row) + HEIGHT - BELOW];
  const most = Math.max(...own.map(of)) || 1;
  const step = (WIDTH - 2 * SIDE) / Math.max(1, own.length - 1);
  const points = own.map((one, index) => ({
    x: (left + step * index).toFixed(1),
    y: (bottom - (of(one) / most) * (HEIGHT - ABOVE - BELOW)).toFixed(1),
    one,
  }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const labels = points.map(
    ({ x, y, one }) =>
      `<circle cx="${x}" cy="${y}" r="3" fill="${LINE}"/>` +
      `<text x="${x}" y="${(Number(y) - 7).toFixed(1)}" text-anchor="middle">${of(one).toFixed(digits)}</text>` +
      `<text x="${x}" y="${bottom + 14}" text-anchor="middle" fill="#555">${one.copies}</text>`,
  );
  return `<path d="M${left - 12} ${bottom}H${leftOf(place.column) + WIDTH - SIDE + 12}" stroke="#999"/><polyline points="${line}" fill="none" stroke="${LINE}" stroke-width="2"/>${labels.join('')}`;
}
