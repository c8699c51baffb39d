import type { ServiceName } from '@hub/cli';
import type { SimulatedStore } from '@hub/store-simulator';

/** A statement that the schema, or the rights, of the other release do not allow, by SQLSTATE or in the server's words. */
const OF_ANOTHER_RELEASE = /\b(42703|42P01|42501|42883|23502|42804)\b|does not exist|permission denied/;
const SHOWN = 400;
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

/** Reads what services log, for what one release cannot do with what is the other's. */
export class LogJudge {
  private readonly found = new Map<string, { count: number; first: string }>();

  take(service: ServiceName, line: string): void {
    if (!/"level":"(warn|error)"/.test(line) || !OF_ANOTHER_RELEASE.test(line)) return;
    const said = `${service}: ${/"message":"([^"]*)"/.exec(line)?.[1] ?? 'a line'}`;
    const { count, first } = this.found.get(said) ?? { count: 0, first: line.slice(0, SHOWN) };
    this.found.set(said, { count: count + 1, first });
  }

  faults(): string[] {
    return [...this.found].map(([said, { count, first }]) => `${count} x ${said}, first ${first}`);
  }
}
