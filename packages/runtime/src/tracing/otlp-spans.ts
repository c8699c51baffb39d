import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type IdGenerator,
} from '@opentelemetry/sdk-trace';
import { RELEASE } from '../release';
import { BoundedSpans } from './bounded-spans';
import { allowedAttributes, type SpanFacts } from './span-facts';
import type { SpanSink } from './spans';
import { isSampled, isTraceId, rootOf, type SpanPlace } from './trace-ids';
import type { TracingConfig } from './tracing-config';

const KINDS: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/** Maximum links of a batch: messages beyond it still have their own spans. */
const LINKS = 128;

/** Spans of one process on their way to a collector, by OTLP. */
export class OtlpSpans implements SpanSink {
  private readonly ids = new GivenIds();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(
    service: string,
    private readonly config: TracingConfig,
  ) {
    const bounded = new BoundedSpans(new OTLPTraceExporter(), config.queueSize);
    const { batchSize, delayMs, queueSize } = config;
    this.provider = new TracerProvider({
      idGenerator: this.ids,
      // Sampling is decided before a span is made.
      sampler: new AlwaysOnSampler(),
      spanLimits: { linkCountLimit: LINKS },
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': `hub-${service}`, 'service.version': RELEASE }))
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [
        bounded.before(
          new BatchSpanProcessor({
            exporter: bounded,
            maxExportBatchSize: batchSize,
            scheduledDelayMillis: delayMs,
            maxQueueSize: queueSize,
          }),
        ),
      ],
    });
    this.tracer = this.provider.getTracer('hub', RELEASE);
  }

  follows(correlation: string): boolean {
    return isSampled(correlation, this.config.ratio);
  }

  record(facts: SpanFacts): void {
    const { name, correlation, startedAt, endedAt, attributes, links = [], moments = [] } = facts;
    const place = this.ids.take(facts);
    const span = this.tracer.startSpan(
      name,
      {
        kind: KINDS[facts.kind],
        startTime: startedAt,
        root: place === null,
        attributes: allowedAttributes(
          isTraceId(correlation) ? attributes : { ...attributes, 'hub.correlation': correlation },
        ),
        links: links.slice(0, LINKS).map((link) => ({ context: contextOf(link) })),
      },
      place === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(place)),
    );
    for (const { name: what, at, attributes: said } of moments)
      span.addEvent(what, allowedAttributes(said), at);
    if (facts.failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(Math.max(startedAt, endedAt));
  }

  /** Sends what is left. */
  stop(): Promise<void> {
    return this.provider.shutdown();
  }
}

function contextOf({ traceId, spanId }: SpanPlace) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/**
 * Ids derived from the correlation, where the library would generate random ones. A span is started right after they
 * are set.
 */
class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private traceId = '';
  private spanId: string | null = null;

  /** @returns the parent; null: it is the root */
  take({ correlation, spanId, parentId }: SpanFacts): SpanPlace | null {
    const root = rootOf(correlation);
    this.spanId = spanId ?? (parentId === null ? root.spanId : null);
    this.traceId = root.traceId;
    return parentId === null ? null : { traceId: root.traceId, spanId: parentId ?? root.spanId };
  }

  generateTraceId(): string {
    return this.traceId;
  }

  generateSpanId(): string {
    const { spanId } = this;
    this.spanId = null;
    return spanId ?? this.random.generateSpanId();
  }
}
