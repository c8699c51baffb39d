import type { CheckContext } from './check-context';
import type { CheckResult, Step } from './record';
import type { Target } from './target';

/** One rule of the contract, and how a rehearsal looks whether it is kept. */
export interface Check {
  /** `<step>.<what>`; stable, for records are compared by it. */
  id: string;
  step: Step;
  direction: CheckResult['direction'];
  /** The contract's fact, in our own words. */
  rule: string;
  /** Left out of the rehearsal of a store to which it does not apply. */
  appliesTo?: (target: Target) => boolean;
  /** Resolves where the rule is kept; throws {@link CheckFault} where it is not, {@link NotRun} where it cannot be seen. */
  play(context: CheckContext): Promise<void>;
}

/** The store does not keep the rule. Neither text holds personal data or a secret. */
export class CheckFault extends Error {
  /**
   * @param seen what the store did
   * @param correct what to change there
   */
  constructor(
    readonly seen: string,
    readonly correct: string,
  ) {
    super(seen);
    this.name = 'CheckFault';
  }
}

/** The check needs something that is not there: a variant, a person, an earlier step. */
export class NotRun extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'NotRun';
  }
}
