import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { allowedAttributes, type SpanFacts } from './span-facts';
import { newSpanId } from './spans';
import { isTraceId, rootOf, type SpanPlace } from './trace-ids';

/** The process that reports a span. */
export type SpanSource = Pick<ReadableSpan, 'resource' | 'instrumentationScope'>;

const KINDS: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/** Maximum links of a batch: messages beyond it still have their own spans. */
const LINKS = 128;
const NONE_DROPPED = { droppedAttributesCount: 0, droppedEventsCount: 0 };

/** A span as exporters read it. Its ids are derived from the correlation; its own is random where none was given. */
export function endedSpan(facts: SpanFacts, source: SpanSource): ReadableSpan {
  const { name, correlation, kind, startedAt, attributes, links = [], moments = [], failed } = facts;
  const { context, parent } = placeOf(facts);
  const endedAt = Math.max(startedAt, facts.endedAt);
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => context,
    ...(parent && { parentSpanContext: parent }),
    startTime: timeOf(startedAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - startedAt),
    ended: true,
    status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: allowedAttributes(
      isTraceId(correlation) ? attributes : { ...attributes, 'hub.correlation': correlation },
    ),
    links: links.slice(0, LINKS).map((link) => ({ context: contextOf(link), attributes: {} })),
    droppedLinksCount: Math.max(0, links.length - LINKS),
    events: moments.map((moment) => ({
      name: moment.name,
      time: timeOf(moment.at),
      attributes: allowedAttributes(moment.attributes),
    })),
    ...NONE_DROPPED,
    ...source,
  };
}

function placeOf({ correlation, spanId, parentId }: SpanFacts): {
  context: SpanContext;
  parent: SpanContext | null;
} {
  const { traceId, spanId: rootId } = rootOf(correlation);
  if (parentId === null) return { context: contextOf({ traceId, spanId: spanId ?? rootId }), parent: null };
  return {
    context: contextOf({ traceId, spanId: spanId ?? newSpanId() }),
    parent: contextOf({ traceId, spanId: parentId ?? rootId }),
  };
}

function contextOf({ traceId, spanId }: SpanPlace): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** @param ms milliseconds since the epoch, or a duration, with fractions */
function timeOf(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
}
