import type { ServiceName } from '@hub/cli';
import type { Pace } from '@hub/observability';
import type { ServiceCopy } from '../trials/service-copies';
import type { WatchedHub } from './watched-hub';

/** Ends a fault. */
export type End = () => Promise<unknown>;

/** Something that is broken on purpose, and what Prometheus and Alertmanager must make of it. */
export interface Fault {
  name: string;
  /** How fast the rules' time goes, where the usual one hides what they must see. */
  pace?: Pace;
  /** A second copy of a service: it runs before the fault, or is only made, for the fault to launch. */
  second?: { service: ServiceName; env?: () => Promise<NodeJS.ProcessEnv>; runs: boolean };
  strike(hub: WatchedHub, second: ServiceCopy | null): Promise<End>;
  /** Alerts that must fire. */
  fires: readonly string[];
  /** Those of them that must reach a person, by the receiver of their severity, and resolve in the end. */
  heard: readonly string[];
  /** Consequences: they may fire too, depending on what trade makes of it. Nothing else may. */
  may?: readonly string[];
}

/** The alerts of the promises: anything that keeps events from being answered may use up their budgets. */
export const PROMISES = ['Answers', 'Verdicts', 'Placings'].flatMap((what) => {
  const name = what === 'Answers' ? 'HubAnswersFail' : `Hub${what}Late`;
  return [`${name}Fast`, `${name}Slowly`];
});
