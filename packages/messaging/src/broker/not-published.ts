/** A message the broker did not confirm: it may or may not have it. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';

  /**
   * @param confirmedAfterAll of a confirm that did not come in time: resolves with true where it comes later, with false
   *   where it can come no more, and only then is the message to be sent again
   */
  constructor(
    message: string,
    readonly confirmedAfterAll: Promise<boolean> | null = null,
  ) {
    super(message);
  }
}
