/** Why a request fails: `invalid` in itself, not allowed for this role, missing, or refused in the current state. */
export type FaultKind = 'invalid' | 'forbidden' | 'unknown' | 'refused';

/** A command that cannot be carried out: a message for people, the same at the desk and with `--local`. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';

  /**
   * @param lines all that is wrong
   * @param field of the input, if it is one
   */
  constructor(
    readonly kind: FaultKind,
    readonly lines: readonly string[],
    readonly field?: string,
  ) {
    super(lines.join('\n'));
  }
}
