import type { Delivery } from '../delivery/delivery';

/** The result of a delivery's latest attempt, as text. */
export function describeDelivery({ event, state, answer, attempts }: Delivery): string {
  const last = attempts.at(-1);
  const said = answer
    ? [answer.status, answer.outcome ?? answer.code, answer.field]
        .filter((part) => part !== undefined)
        .join(' ')
    : `no answer (${last?.failure ?? 'stopped'})`;
  switch (state) {
    case 'sending':
      return `${event} met ${said}; the same bytes go again later`;
    case 'given_up':
      return `${event} was given up after ${attempts.length} attempts; the last met ${said}`;
    default:
      return `${event} was answered ${said}`;
  }
}
