import type { LifePlan, Name } from './life-steps';
import type { PacedHub } from './paced-hub';
import type { Trader } from './trader';

/** What people and the post know of the life that they are part of. */
export interface PlayedLife {
  readonly hub: PacedHub;
  readonly plan: LifePlan;
  readonly traders: Readonly<Record<Name, Trader>>;
  readonly all: readonly Trader[];
  readonly rehearsal: {
    uses(variantId: string | undefined): boolean;
    readonly sold: ReadonlySet<string>;
  } | null;
  /** How often everything has rested. */
  readonly phase: number;
  /** What was wrong at once: an answer that should have been another. */
  readonly faults: string[];
  /** Shipping orders by the phase in which they were last shipped from, or found not to be shippable. */
  readonly changedIn: Map<string, number>;
  /** Shipping orders that their shop cannot ship. */
  readonly cannotShip: Set<string>;
}
