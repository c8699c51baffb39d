import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { coresOf, databaseOf } from '../src/capacity/estimate';
import { RUN, type MeasuredLoad } from '../src/capacity/measured-run';
import type { ServiceName } from '../src/capacity/services';
import type { Rates } from '../src/capacity/workload';
import { addCapacityCommand } from '../src/commands/capacity';
import { PROJECT_ROOT } from '../src/project-root';
import { runHub } from './run-hub';

const page = readFileSync(join(PROJECT_ROOT, 'docs/operators/capacity.md'), 'utf8');
const NONE: Rates = { stock: 0, order: 0, shipment: 0, cancellation: 0, return: 0 };

/** The estimate for a measured mixture, over the time that it was sent and the wait after it. */
function estimated({ events, seconds }: MeasuredLoad) {
  const [stock = 0, order = 0, shipment = 0] = events.map((count) => count / RUN.sentSeconds);
  const rates = { ...NONE, stock, order, shipment };
  const after = seconds - RUN.sentSeconds;
  const [during, standing] = [databaseOf(rates, new Map()), databaseOf(NONE, new Map())];
  return {
    cpu: (service: ServiceName) =>
      (coresOf(service, rates, 1) * RUN.sentSeconds + coresOf(service, NONE, 1) * after) * 1_000,
    database: (of: keyof typeof during) => during[of] * RUN.sentSeconds + standing[of] * after,
  };
}

type Comparison = (load: MeasuredLoad) => [estimated: number, measured: number];
const service =
  (name: 'ingress' | 'inventory' | 'routing' | 'fulfilment'): Comparison =>
  (load) => [estimated(load).cpu(name), load.cpuMs[name]];

const COMPARED: readonly [what: string, compare: Comparison][] = [
  ['CPU time of the ingress', service('ingress')],
  ['CPU time of inventory', service('inventory')],
  ['CPU time of routing', service('routing')],
  ['CPU time of fulfilment', service('fulfilment')],
  ['CPU time of PostgreSQL', (load) => [estimated(load).database('cores') * 1_000, load.cpuMs.database]],
  ['commits', (load) => [estimated(load).database('commitsPerSecond'), load.database.commits]],
  ['bytes of the log', (load) => [estimated(load).database('walBytesPerSecond'), load.database.walBytes]],
];

describe('the page about capacity', () => {
  it.each(COMPARED)('says by how much the estimate differs from the measurement: %s', (what, compare) => {
    const misses = RUN.mixed.map((load) => {
      const [was, is] = compare(load);
      const percent = Math.round((was / is - 1) * 100);
      return `${percent > 0 ? '+' : ''}${percent} %`;
    });
    const row = page.split('\n').find((line) => line.startsWith(`| ${what} `));
    expect(row?.split('|').map((cell) => cell.trim())).toEqual(['', what, ...misses, '']);
  });

  it('shows what the command prints', async () => {
    const examples = [...page.matchAll(/```sh\nnpm run hub -- (capacity .+)\n```\n\n```text\n([^`]+)```/g)];
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const [, words = '', shown] of examples) {
      const { out } = await runHub([addCapacityCommand], words.split(' '));
      expect(out).toBe(shown);
    }
  });
});
