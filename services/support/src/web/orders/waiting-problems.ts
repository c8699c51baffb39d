import type { OrderTimeline } from '@hub/desk/orders';
import type { Problem, Step } from './problem';

/** Makes the waiting calls of the order at once. */
export const tryNowStep = (orderId: string): Step => ({
  href: `/orders/${orderId}/try-now`,
  name: 'Try now',
  role: 'agent',
});

/** A call that is to be made again; `waits`: its row is neither ended nor left to support. */
interface Waiting {
  waits: boolean;
  nextAttemptAt: Date | null;
  what: string;
}

/** Calls besides `POST /orders` that failed, and are made again at a later time (D23). */
export function waitingProblems(order: OrderTimeline, now: number): Problem[] {
  const calls: Waiting[] = [
    ...order.shippingOrders.flatMap(({ packages }) =>
      packages.map(({ packageId, tracking, lastFailure, nextAttemptAt }) => ({
        waits: tracking === 'due' && lastFailure !== null,
        nextAttemptAt,
        what: `the tracking of package ${packageId}`,
      })),
    ),
    ...order.returns.map(({ state, lastFailure, nextAttemptAt, reportedByName }) => ({
      waits: state === 'due' && lastFailure !== null,
      nextAttemptAt,
      what: `the return reported by ${reportedByName}`,
    })),
    ...order.cancellations.flatMap(({ stops }) =>
      stops.map(({ state, lastFailure, nextAttemptAt, shippingOrder }) => ({
        waits: state === 'due' && lastFailure !== null,
        nextAttemptAt,
        what: `the stop of ${shippingOrder}`,
      })),
    ),
  ];
  const waiting = calls.flatMap(({ waits, nextAttemptAt, what }) =>
    waits && nextAttemptAt !== null && nextAttemptAt.getTime() > now
      ? [`${what} at ${nextAttemptAt.toISOString()}`]
      : [],
  );
  if (waiting.length === 0) return [];
  return [
    {
      tone: 'warn',
      title: 'A store did not take a call; it is called again by itself',
      words: `Next: ${waiting.join('; ')}.`,
      advice: 'If the store works again, try now.',
      steps: [tryNowStep(order.id)],
    },
  ];
}
