import type { Duration } from './pace';

/** The course of a series: constant, rising by an amount per minute, the current time, or absent. */
export type Flow = { level: number } | { perMinute: number } | 'clock' | 'absent';

/** Series by name and labels, as PromQL writes them. The others are as in a healthy system. */
export type Flows = Readonly<Record<string, Flow>>;

/** The scenario of an alert for promtool: healthy, then the fault, then healthy again. */
export interface Proof {
  /** While the fault lasts. */
  fault: Flows;
  /** Just below the threshold: however long it lasts, it does not fire. */
  below: readonly Flows[];
  /** Labels it fires with, name and severity aside. */
  labels?: Readonly<Record<string, string>>;
  /** How long the system is healthy before; a long window needs it. */
  lead?: Duration;
  /** After the beginning of the fault; by default when `for` has passed. */
  firesAfter?: Duration;
  /** After the end of the fault. */
  endsAfter?: Duration;
  /** Other alerts that this fault also triggers. */
  also?: readonly string[];
  /** Between two samples. */
  step?: Duration;
}

export const level = (value: number): Flow => ({ level: value });
export const perMinute = (value: number): Flow => ({ perMinute: value });
