import type { CaseMessage } from './gather-notices';

/** A way that what happens to cases goes out by. */
export interface Channel {
  /** Stored with what was sent by it: not to be changed lightly. */
  name: string;
  /**
   * Rejects when the message was not taken; what it rejects with holds no secret.
   * @returns of how many recipients it was not taken, though it was of others
   */
  send(message: CaseMessage): Promise<number>;
}
