import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { counter } from '../metrics';

const dropped = counter({
  name: 'hub_trace_spans_dropped_total',
  help: 'Spans that no collector got: the queue was full, or sending failed.',
  labelNames: ['reason'],
});

type Told = Parameters<SpanExporter['export']>[1];

/**
 * Spans between their end and their collector: as many as the queue holds, and each lost one is counted. The library
 * drops them silently.
 */
export class BoundedSpans implements SpanExporter {
  private waiting = 0;

  constructor(
    private readonly inner: SpanExporter,
    private readonly size: number,
  ) {}

  /** Accepts spans up to the capacity. */
  before(next: SpanProcessor): SpanProcessor {
    return {
      onStart: (span, context) => next.onStart(span, context),
      onEnd: (span) => this.pass(span, next),
      forceFlush: () => next.forceFlush(),
      shutdown: () => next.shutdown(),
    };
  }

  export(spans: ReadableSpan[], told: Told): void {
    this.inner.export(spans, (result) => {
      this.waiting -= spans.length;
      if (result.error !== undefined) dropped.inc({ reason: 'export_failed' }, spans.length);
      told(result);
    });
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  private pass(span: ReadableSpan, next: SpanProcessor): void {
    if (this.waiting >= this.size) return dropped.inc({ reason: 'queue_full' });
    this.waiting += 1;
    next.onEnd(span);
  }
}
