import type { SimulatedStore } from '@hub/store-simulator';

/** The one answer beyond the decisions: not decided yet, send it again. */
const NOT_YET = 503;

/** Every attempt of every event was answered, with a decision or with 503. */
export function judgeAttempts(stores: readonly SimulatedStore[]): string[] {
  return stores.flatMap(({ slug, deliveries }) =>
    deliveries.flatMap(({ event, eventId, attempts }) =>
      attempts
        .filter(({ answer }) => answer === null || (answer.status >= 500 && answer.status !== NOT_YET))
        .map(({ answer, failure }) => `${event} ${eventId} of ${slug}: ${answer?.status ?? failure}`),
    ),
  );
}

/** How often which status was answered. */
export function answersByStatus(stores: readonly SimulatedStore[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { deliveries } of stores)
    for (const { answer } of deliveries.flatMap(({ attempts }) => attempts)) {
      const key = `answered ${answer?.status ?? 'nothing'}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  return counts;
}
