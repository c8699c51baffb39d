/** A message the broker did not confirm: the broker may or may not have it. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';

  /**
   * @param confirmedAfterAll of a confirm that did not come in time: resolves with true if it comes later, with false
   * if it can no longer come; only then is the message to be resent
   */
  constructor(
    message: string,
    readonly confirmedAfterAll: Promise<boolean> | null = null,
  ) {
    super(message);
  }
}
