/** What is wrong with what was asked: `invalid` as such, not allowed to this role, not there, or not as things stand. */
export type FaultKind = 'invalid' | 'forbidden' | 'unknown' | 'refused';

/** A command that cannot do what was asked: told in words, the same at the desk and past it. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';

  /**
   * @param lines what is wrong, all of it
   * @param field of the input, where it is one
   */
  constructor(
    readonly kind: FaultKind,
    readonly lines: readonly string[],
    readonly field?: string,
  ) {
    super(lines.join('\n'));
  }
}
