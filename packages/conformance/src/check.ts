import type { CheckContext } from './check-context';
import type { CheckResult, Step } from './record';
import type { Target } from './target';

/** One rule of the contract, and how a rehearsal checks it. */
export interface Check {
  /** `<step>.<what>`; stable, because records are compared by it. */
  id: string;
  step: Step;
  direction: CheckResult['direction'];
  /** The contract's rule, in our own words. */
  rule: string;
  /** Left out of the rehearsal of a store to which it does not apply. */
  appliesTo?: (target: Target) => boolean;
  /** Resolves where the rule is kept; throws CheckFault where it is not, NotRun where it cannot be determined. */
  play(context: CheckContext): Promise<void>;
}
