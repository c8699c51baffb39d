/** The store does not keep the rule. Neither text contains personal data or a secret. */
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

/** The check needs something that is missing: a variant, a person, an earlier step. */
export class NotRun extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'NotRun';
  }
}
