/** A message the broker did not confirm: it may or may not have it. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';
}
