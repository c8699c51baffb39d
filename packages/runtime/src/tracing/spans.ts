import { randomBytes } from 'node:crypto';
import type { SpanFacts } from './span-facts';

/** Where spans go. */
export interface SpanSink {
  /** Whether the trace of a correlation is kept: of the others nothing needs to be found out. */
  follows(correlation: string): boolean;
  /** Takes what has ended. Never throws, never waits. */
  record(facts: SpanFacts): void;
}

let sink: SpanSink | null = null;

/** From now on spans go there; null: nowhere. */
export function setSpanSink(next: SpanSink | null): void {
  sink = next;
}

/** Whether spans of this correlation are taken; asked before anything is found out for them. */
export function isTraced(correlation: string): boolean {
  return sink !== null && correlation !== '' && sink.follows(correlation);
}

/** Tells of work that has ended. Where its trace is not followed it is nothing. */
export function recordSpan(facts: SpanFacts): void {
  if (isTraced(facts.correlation)) sink?.record(facts);
}

/** An id for a span that is named before it ends. */
export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}
