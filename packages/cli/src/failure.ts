/** A command that cannot do what was requested: reported as text on stderr, never as a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  /**
   * @param lines what is wrong, all of it
   * @param exitCode other than 0
   */
  constructor(
    readonly lines: readonly string[],
    readonly exitCode = 1,
  ) {
    super(lines.join('\n'));
  }
}
