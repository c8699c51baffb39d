/** From a fault until the next event is answered `200`. */
const TAKEN_WITHIN_MS = 30_000;

/** Something failed. */
export interface Recovery {
  fault: string;
  /** The longest time without an event answered `200` from then on. */
  pauseMs: number;
}

/** A machine with a database failed. */
export interface Takeover extends Recovery {
  /** The machine that had the primary. */
  machine: string | null;
  /** The one that has it after the fault; null: none. */
  successor: string | null;
}

/** What stores did. */
export interface Counts {
  events: number;
  orders: number;
}

/** A part of what is seen in a drill. */
interface Seen {
  figures: Record<string, number>;
  faults: string[];
}

/** Events are taken again in time after each fault. */
export function judgeRecoveries(recoveries: readonly Recovery[]): Seen {
  const pauses = recoveries.map(({ fault, pauseMs }) => ({
    what: `milliseconds at most without an event taken: ${fault}`,
    pauseMs,
  }));
  return {
    figures: Object.fromEntries(pauses.map(({ what, pauseMs }) => [what, pauseMs])),
    faults: pauses
      .filter(({ pauseMs }) => pauseMs > TAKEN_WITHIN_MS)
      .map(({ what, pauseMs }) => `${what}: ${pauseMs}, more than ${TAKEN_WITHIN_MS}`),
  };
}

/** The other machine has the primary after each fault. */
export function judgeTakeovers(takeovers: readonly Takeover[]): string[] {
  return takeovers
    .filter(({ machine, successor }) => successor === null || successor === machine)
    .map(
      ({ fault, machine, successor }) => `${fault}: ${machine} had the primary, then ${successor ?? 'none'}`,
    );
}

/** The drill was as long as it has to be. */
export function judgeTraded(traded: Counts, least: Counts): string[] {
  return (['events', 'orders'] as const)
    .filter((what) => traded[what] < least[what])
    .map((what) => `${traded[what]} ${what}, fewer than ${least[what]}`);
}
