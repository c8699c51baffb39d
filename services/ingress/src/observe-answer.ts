import type { EventName, Verdict } from '@hub/contract';
import { counter, gauge, histogram } from '@hub/runtime';

/** Up to the longest that a verdict may take: an `order.cancelled` waits for 30 s (D12). */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 35];

const answered = counter({
  name: 'hub_events_answered_total',
  help: 'Events answered, by event (`unread`: the envelope could not be read), status, and outcome or code.',
  labelNames: ['event', 'status', 'code'],
});
const seconds = histogram({
  name: 'hub_event_answer_seconds',
  help: 'Time from a request to its answer, the reading of its body included.',
  labelNames: ['event', 'status'],
  buckets: BUCKETS,
});
const inFlight = gauge({
  name: 'hub_events_in_flight',
  help: 'Requests with events that are not answered yet.',
});

/** Counts a request while it is received, verified and decided. */
export async function whileInFlight(work: () => Promise<void>): Promise<void> {
  inFlight.inc();
  try {
    await work();
  } finally {
    inFlight.dec();
  }
}

/** Counts an answer. Nothing that a sender can make up becomes a label. */
export function observeAnswer(event: EventName | undefined, verdict: Verdict, durationMs: number): void {
  const of = event ?? 'unread';
  const code = verdict.status === 200 ? verdict.outcome : verdict.code;
  answered.inc({ event: of, status: verdict.status, code });
  seconds.observe({ event: of, status: verdict.status }, durationMs / 1_000);
}
