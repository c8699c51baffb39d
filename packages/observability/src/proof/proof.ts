import type { Duration } from '../pace';

/** How a series goes: stays at a level, rises by so much a minute, shows the time, or is not there. */
export type Flow = { level: number } | { perMinute: number } | 'clock' | 'absent';

/** Series by name and labels, as PromQL writes them. Those not named go as in a system that is well. */
export type Flows = Readonly<Record<string, Flow>>;

/** What promtool is shown of an alert: all was well, then came the fault, then all was well again. */
export interface Proof {
  /** While the fault lasts. */
  fault: Flows;
  /** Just not enough: for ever so, and it does not fire. */
  below: readonly Flows[];
  /** Labels it fires with, name and severity aside. */
  labels?: Readonly<Record<string, string>>;
  /** How long all was well before; a window that looks back far needs it. */
  lead?: Duration;
  /** After the beginning of the fault; unless given when `for` has passed. */
  firesAfter?: Duration;
  /** After the end of the fault. */
  endsAfter?: Duration;
  /** Others that this fault makes fire too. */
  also?: readonly string[];
  /** Between two samples. */
  step?: Duration;
}

export const level = (value: number): Flow => ({ level: value });
export const perMinute = (value: number): Flow => ({ perMinute: value });
