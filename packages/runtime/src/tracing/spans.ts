import { randomBytes } from 'node:crypto';
import type { SpanFacts } from './span-facts';

/** Takes what has ended. Never throws, never waits. */
export type SpanSink = (facts: SpanFacts) => void;

let sink: SpanSink | null = null;

/** From now on spans go there; null: nowhere. */
export function setSpanSink(next: SpanSink | null): void {
  sink = next;
}

/** Whether anybody takes spans: what costs something to find out for them need not be found out otherwise. */
export function isTracing(): boolean {
  return sink !== null;
}

/** Tells of work that has ended. Where nobody takes spans it is nothing. */
export function recordSpan(facts: SpanFacts): void {
  if (sink !== null && facts.correlation !== '') sink(facts);
}

/** An id for a span that is named before it ends. */
export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}
