import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { ROOT } from '../folder';
import { recordings, WINDOWS } from '../burn-rates';
import { REAL_PACE } from '../pace';

const FROM_PROMETHEUS = ['job', 'instance'];
const PAGE = join(ROOT, 'docs', 'operators', 'metrics.md');
const ROW = /^\| `(hub_\w+)`\s*\| (\w+)\s*\| ([^|]*)\|/gm;

/**
 * Every possible series, with its labels: from the metrics page (which a test compares with the code), of every process
 * of Node.js, of Prometheus, and recorded ones.
 */
export async function knownSeries(): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>([
    ['up', FROM_PROMETHEUS],
    ['scrape_samples_scraped', FROM_PROMETHEUS],
  ]);
  for (const [, name = '', type, labels = ''] of readFileSync(PAGE, 'utf8').matchAll(ROW)) {
    const own = [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label);
    for (const [series, more] of seriesOf(name, type))
      known.set(series, [...FROM_PROMETHEUS, ...own, ...more]);
  }
  for (const { record, labels } of recordings([...WINDOWS.often, ...WINDOWS.rarely], REAL_PACE))
    known.set(record, Object.keys(labels));
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, type } of await registry.getMetricsAsJSON())
    for (const [series, more] of seriesOf(name, String(type)))
      known.set(series, [...FROM_PROMETHEUS, ...more]);
  return known;
}

function seriesOf(name: string, type: string | undefined): [string, string[]][] {
  if (type !== 'histogram') return [[name, []]];
  return [
    [`${name}_bucket`, ['le']],
    [`${name}_count`, []],
    [`${name}_sum`, []],
  ];
}
