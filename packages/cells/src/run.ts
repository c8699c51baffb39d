import fc from 'fast-check';
import type { Rules } from './cell';
import { breaches, unfinished } from './judge';
import { World, type WorldStep } from './world';

const pick = fc.nat(1_000);
const one = <Do extends WorldStep['do']>(...kinds: Do[]) => fc.constantFrom(...kinds);

/** Mostly messages arrive and time passes; many are lost, duplicated or late, and clocks jump both ways. */
const anyStep: fc.Arbitrary<WorldStep> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: one('deliver'), pick }) },
  { weight: 3, arbitrary: fc.record({ do: one('lose', 'double'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: one('crash', 'start', 'start'), pick }) },
  { weight: 3, arbitrary: fc.record({ do: one('time'), pick, by: fc.integer({ min: -300, max: 300 }) }) },
  { weight: 3, arbitrary: fc.record({ do: one('sell'), pick, pieces: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ do: one('cancel', 'ship', 'ship', 'give_back'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: one('stock'), pick, by: fc.integer({ min: -2, max: 2 }) }) },
);

export interface RunOptions {
  runs: number;
  /** The same seed gives the same runs, step by step. */
  seed: number;
  /** The rules, if not the plan's. */
  rules?: Rules;
  /** Called with each world that has reached its end. */
  onEnd?: (world: World) => void;
}

/**
 * Runs whole histories in which cells, links and clocks fail, checks the invariants at every step and, at the end, when
 * all works again, the final conditions.
 *
 * @throws {Error} the shortest history found that breaks a rule, its seed, and which rule
 */
export function runHistories({ runs, seed, rules, onEnd }: RunOptions): void {
  const history = fc.array(anyStep, { minLength: 20, maxLength: 300, size: 'max' });
  const property = fc.property(history, (steps) => {
    const world = new World(rules);
    for (const step of steps) {
      world.take(step);
      refuseAny(breaches(world));
    }
    if (!world.settle()) throw new Error('it never comes to rest');
    refuseAny([...breaches(world), ...unfinished(world)]);
    onEnd?.(world);
  });
  fc.assert(property, { numRuns: runs, seed, includeErrorInReport: true });
}

function refuseAny(faults: string[]): void {
  if (faults.length > 0) throw new Error(faults.join('; '));
}
