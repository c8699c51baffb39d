import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { RELEASE } from './release';

/** Every figure of this process, as `/metrics` shows it. Labels never carry ids of orders or personal data (D29). */
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

/** A figure that goes up and down, set by whoever knows it. */
export function gauge<Label extends string = never>(
  options: MetricOptions<Label> & {
    /** Brings it up to date, each time that it is asked for. */
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

/** The process's own figures (release, memory, event loop): once, when a service starts. */
export function collectProcessMetrics(service: string): void {
  build.set({ service, version: RELEASE, node: process.version }, 1);
  if (!metrics.getSingleMetric('process_cpu_user_seconds_total'))
    // By default a timer wakes an idle process a hundred times a second to see how late it is.
    collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });
}
