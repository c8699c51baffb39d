import type { Component } from './component';
import { setSpanSink } from './tracing/spans';
import type { TracingConfig } from './tracing/tracing-config';

/** How long the end of a process waits for a collector. */
const LAST_SPANS_MS = 2_000;

/** From now on the process's spans go to the collector that `OTEL_*` names; only then is the library loaded. */
export async function startTracing(service: string, config: TracingConfig): Promise<Component> {
  const { OtlpSpans } = await import('./tracing/otlp-spans.js');
  const spans = new OtlpSpans(service, config);
  setSpanSink(spans);
  return {
    name: 'traces',
    async stop() {
      setSpanSink(null);
      // Unsent spans are counted by then; a collector's failure must not fail a process that ends.
      await Promise.race([spans.stop().catch(() => undefined), ended(LAST_SPANS_MS)]);
    },
  };
}

function ended(afterMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, afterMs).unref());
}
