import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isSampled, readTraceparent, rootOf, spanIdOf, traceIdOf, traceparentOf } from './trace-ids';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('the trace of a correlation', () => {
  it('is the correlation itself if it is a UUID, so that either leads to the other', () => {
    expect(traceIdOf('0af76519-16cd-43dd-8448-eb211c80319c')).toBe(TRACE);
  });

  it('is 32 hex digits for any other, always the same', () => {
    expect(traceIdOf('C-1')).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf('C-1')).toBe(traceIdOf('C-1'));
    expect(traceIdOf('C-1')).not.toBe(traceIdOf('C-2'));
  });

  it('has the message that brought it as its root: for an event both ids are one', () => {
    const correlation = '0af76519-16cd-43dd-8448-eb211c80319c';
    expect(rootOf(correlation)).toEqual({ traceId: TRACE, spanId: spanIdOf(correlation) });
    expect(spanIdOf(correlation)).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('the sampled part of traces', () => {
  const correlations = Array.from({ length: 20_000 }, () => randomUUID());
  const kept = (ratio: number) => correlations.filter((one) => isSampled(one, ratio));

  it('is all, none, or about the requested share', () => {
    expect([kept(1).length, kept(0).length]).toEqual([20_000, 0]);
    expect(Math.abs(kept(0.1).length - 2_000)).toBeLessThan(300);
  });

  it('is in a larger part as well: services with different ratios share the smaller', () => {
    const larger = new Set(kept(0.5));
    expect(kept(0.1).filter((one) => !larger.has(one))).toEqual([]);
  });
});

describe('a sender’s traceparent (W3C Trace Context)', () => {
  it('is parsed as written', () => {
    const place = { traceId: TRACE, spanId: SPAN };
    expect(readTraceparent(traceparentOf(place))).toEqual(place);
    expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual(place);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['too long', `00-${TRACE}-${SPAN}-01-${'x'.repeat(8_000)}`],
    ['of another version', `ff-${TRACE}-${SPAN}-01`],
    ['in capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['of no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['of no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['cut', `00-${TRACE}-${SPAN}`],
    ['not hex', `00-${'z'.repeat(32)}-${SPAN}-01`],
  ])('that is %s is rejected', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});
