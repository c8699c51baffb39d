import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { RELEASE } from '../release';
import type { SpanFacts } from './span-facts';
import { SpanQueue } from './span-queue';
import type { SpanSink } from './spans';
import { isSampled } from './trace-ids';
import type { TracingConfig } from './tracing-config';

/** Spans of one process on their way to a collector, by OTLP. */
export class OtlpSpans implements SpanSink {
  private readonly queue: SpanQueue;

  constructor(
    service: string,
    private readonly config: TracingConfig,
  ) {
    const resource = defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `hub-${service}`, 'service.version': RELEASE }))
      .merge(detectResources({ detectors: [envDetector] }));
    const instrumentationScope = { name: 'hub', version: RELEASE };
    this.queue = new SpanQueue(new OTLPTraceExporter(), { resource, instrumentationScope }, config);
  }

  follows(correlation: string): boolean {
    return isSampled(correlation, this.config.ratio);
  }

  record(facts: SpanFacts): void {
    this.queue.add(facts);
  }

  /** Sends what is left. */
  stop(): Promise<void> {
    return this.queue.stop();
  }
}
