import type { CopiesResult } from './measure-copies';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 220, 56, 16, 34, 44];
const COLOURS = ['#1b6ac9', '#c2410c', '#15803d', '#7c3aed', '#b45309', '#0f766e'];
/** A label's height. */
const LABEL = 13;

/** What is drawn over the number of copies. */
const CURVES: readonly { title: string; of: (result: CopiesResult) => number; digits: number }[] = [
  { title: 'answered events/s', of: ({ perSecond }) => perSecond, digits: 0 },
  { title: 'CPU ms for an event', of: ({ cpuMsPerEvent }) => cpuMsPerEvent, digits: 1 },
  { title: 'connections to PostgreSQL', of: ({ connections }) => connections, digits: 0 },
];

/** Curves over the number of copies, one for each trade, as an SVG. Pure. @param note when and where it was measured */
export function drawCurves(results: readonly CopiesResult[], note: string): string {
  const trades = [...new Set(results.map(({ trade }) => trade))];
  const [width, height] = [WIDTH * CURVES.length, HEIGHT + 16 + 16 * trades.length];
  const panels = CURVES.map(
    (curve, index) => `<g transform="translate(${WIDTH * index} 0)">${panel(results, trades, curve)}</g>`,
  );
  const legend = trades.map(
    (trade, index) =>
      `<text x="${LEFT}" y="${HEIGHT + 16 * index}" fill="${COLOURS[index]}">● ${trade}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">
<title>Throughput, CPU time and connections with one, two and three copies of ingress and every worker</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${panels.join('\n')}
${legend.join('\n')}
<text x="${LEFT}" y="${HEIGHT + 16 * trades.length}" fill="#555">${note}</text>
</svg>
`;
}

function panel(
  results: readonly CopiesResult[],
  trades: readonly string[],
  { title, of, digits }: (typeof CURVES)[number],
): string {
  const most = Math.max(...results.map(of)) * 1.15;
  const [fewest, many] = [1, Math.max(2, ...results.map(({ copies }) => copies))];
  const x = (copies: number) =>
    LEFT + ((copies - fewest) / (many - fewest)) * (WIDTH - LEFT - RIGHT - 24) + 12;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const places = placeLabels(results, (one) => y(of(one)) - 7);
  const lines = trades.map((trade, index) => {
    const own = results.filter((one) => one.trade === trade);
    const points = own.map((one) => `${x(one.copies).toFixed(1)},${y(of(one)).toFixed(1)}`).join(' ');
    const labels = own.map(
      (one) =>
        `<circle cx="${x(one.copies).toFixed(1)}" cy="${y(of(one)).toFixed(1)}" r="3"/>` +
        `<text x="${x(one.copies).toFixed(1)}" y="${(places.get(one) ?? 0).toFixed(1)}" text-anchor="middle">${of(one).toFixed(digits)}</text>`,
    );
    return `<g fill="${COLOURS[index]}"><polyline points="${points}" fill="none" stroke="${COLOURS[index]}" stroke-width="2"/>${labels.join('')}</g>`;
  });
  const ticks = Array.from({ length: many }, (_, index) => index + 1).map(
    (copies) => `<text x="${x(copies)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${copies}</text>`,
  );
  return `<text x="${LEFT}" y="16" font-weight="bold">${title}</text>
<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#999"/>
${ticks.join('')}${lines.join('')}`;
}

/** Labels of one number of copies, each above its point or as far up as the one below it wants. */
function placeLabels(
  results: readonly CopiesResult[],
  wanted: (result: CopiesResult) => number,
): Map<CopiesResult, number> {
  const places = new Map<CopiesResult, number>();
  for (const copies of new Set(results.map((one) => one.copies))) {
    const lowestFirst = results
      .filter((one) => one.copies === copies)
      .toSorted((a, b) => wanted(b) - wanted(a));
    let free = HEIGHT;
    for (const one of lowestFirst) {
      const at = Math.min(wanted(one), free);
      places.set(one, at);
      free = at - LABEL;
    }
  }
  return places;
}
