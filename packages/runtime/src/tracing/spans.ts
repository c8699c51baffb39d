import { randomUUID } from 'node:crypto';
import type { SpanFacts } from './span-facts';
import { spanIdOf } from './trace-ids';

/** The destination of spans. */
export interface SpanSink {
  /** Whether the trace of a correlation is sampled: for others no facts need to be collected. */
  follows(correlation: string): boolean;
  /** Accepts ended work. Never throws, never waits. */
  record(facts: SpanFacts): void;
}

let sink: SpanSink | null = null;

/** From now on spans go there; null: nowhere. */
export function setSpanSink(next: SpanSink | null): void {
  sink = next;
}

/** Whether spans of this correlation are accepted; checked before any facts are collected for them. */
export function isTraced(correlation: string): boolean {
  return sink !== null && correlation !== '' && sink.follows(correlation);
}

/** Reports ended work. Does nothing if its trace is not sampled. */
export function recordSpan(facts: SpanFacts): void {
  if (isTraced(facts.correlation)) sink?.record(facts);
}

/** An id for a span. Of a UUID, because Node.js draws the randomness for many of them at once. */
export function newSpanId(): string {
  return spanIdOf(randomUUID());
}
