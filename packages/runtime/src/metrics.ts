import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { RELEASE } from './release';

/** Every metric of this process, as `/metrics` exposes it. Labels never contain ids of orders or personal data (D29). */
export const metrics = new Registry();

interface MetricOptions<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
}

/** A counter of this process; names end in `_total`. */
export function counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
  return new Counter({ ...options, registers: [metrics] });
}

/** A gauge, set by its owner. */
export function gauge<Label extends string = never>(
  options: MetricOptions<Label> & {
    /** Updates it, at each scrape. */
    collect?: (this: Gauge<Label>) => void;
  },
): Gauge<Label> {
  return new Gauge({ ...options, registers: [metrics] });
}

/** A histogram of this process; durations are in seconds (names end in `_seconds`). */
export function histogram<Label extends string = never>(
  options: MetricOptions<Label> & { buckets?: number[] },
): Histogram<Label> {
  return new Histogram({ ...options, registers: [metrics] });
}

const build = gauge({
  name: 'hub_build_info',
  help: 'Which release a process runs; always 1.',
  labelNames: ['service', 'version', 'node'],
});

/** The process metrics (release, memory, event loop): once, when a service starts. */
export function collectProcessMetrics(service: string): void {
  build.set({ service, version: RELEASE, node: process.version }, 1);
  if (!metrics.getSingleMetric('process_cpu_user_seconds_total'))
    // By default a timer wakes an idle process a hundred times a second to measure its delay.
    collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });
}
