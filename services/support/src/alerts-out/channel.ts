import type { AlertMessage } from './group-alerts';

/** A way that alerts go out by. */
export interface Channel {
  /** Stored with each alert told by it: not to be changed lightly. */
  name: string;
  /** Rejects when the message was not taken; what it rejects with holds no secret. */
  send(message: AlertMessage): Promise<void>;
}
