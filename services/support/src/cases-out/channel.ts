import type { CaseMessage } from './gather-notices';

/** A channel for outgoing notifications of cases. */
export interface Channel {
  /** Stored with what was sent through it: do not change it lightly. */
  name: string;
  /**
   * Rejects when the message was not accepted; the error holds no secret.
   * @returns how many recipients were refused, though others were accepted
   */
  send(message: CaseMessage): Promise<number>;
}
