/** Where the time comes from: given to whatever has to know it, so that tests decide it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
