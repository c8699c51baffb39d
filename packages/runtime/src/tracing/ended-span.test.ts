import { resourceFromAttributes } from '@opentelemetry/resources';
import { describe, expect, it } from '@jest/globals';
import { endedSpan, type SpanSource } from './ended-span';
import type { SpanFacts } from './span-facts';

const SOURCE: SpanSource = {
  resource: resourceFromAttributes({}),
  instrumentationScope: { name: 'test' },
};
const CORRELATION = '0c4e2a9e-8d1b-4f57-9a63-1f2d3c4b5a69';
const TRACE = CORRELATION.replaceAll('-', '');
const ROOT = '9a631f2d3c4b5a69';

const read = (facts: Partial<SpanFacts>) => {
  const { spanContext, ...span } = endedSpan(
    {
      name: 'process orders',
      kind: 'consumer',
      correlation: CORRELATION,
      startedAt: 1_700_000_000_250,
      endedAt: 1_700_000_001_500,
      attributes: {},
      ...facts,
    },
    SOURCE,
  );
  return { ...span, context: spanContext() };
};

describe('a span', () => {
  it('is the root of the trace that its correlation names', () => {
    const { context, parentSpanContext } = read({ parentId: null });
    expect(context).toMatchObject({ traceId: TRACE, spanId: ROOT, traceFlags: 1 });
    expect(parentSpanContext).toBeUndefined();
  });

  it('is under the root unless a parent is named, with an id of its own', () => {
    const { context, parentSpanContext } = read({});
    expect(parentSpanContext).toMatchObject({ traceId: TRACE, spanId: ROOT });
    expect(context).toMatchObject({ traceId: TRACE, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(context.spanId).not.toBe(ROOT);
    const named = read({ parentId: 'a'.repeat(16), spanId: 'b'.repeat(16) });
    expect(named.parentSpanContext).toMatchObject({ spanId: 'a'.repeat(16) });
    expect(named.context).toMatchObject({ spanId: 'b'.repeat(16) });
  });

  it('says when it was, in seconds and nanoseconds, and never ends before it began', () => {
    expect(read({})).toMatchObject({
      startTime: [1_700_000_000, 250_000_000],
      endTime: [1_700_000_001, 500_000_000],
      duration: [1, 250_000_000],
    });
    expect(read({ endedAt: 0 })).toMatchObject({ endTime: [1_700_000_000, 250_000_000], duration: [0, 0] });
  });

  it('names a correlation that is no trace id, beside the attributes that are allowed', () => {
    const { attributes } = read({ correlation: 'sweep-7', attributes: { 'hub.status': 200 } });
    expect(attributes).toEqual({ 'hub.correlation': 'sweep-7', 'hub.status': 200 });
  });

  it('links at most 128 others, and counts the rest', () => {
    const links = Array.from({ length: 130 }, () => ({ traceId: TRACE, spanId: ROOT }));
    const span = read({ links });
    expect(span.links).toHaveLength(128);
    expect(span.droppedLinksCount).toBe(2);
  });
});
