import type { CancelRequest } from '@hub/contract';
import type { ClaimedWrite } from '@hub/store-writes';

/** A stop that is due. */
export interface DueStop extends ClaimedWrite {
  id: string;
  /** Since when it was due: keeps its place in the queue if the call is not made after all. */
  dueAt: Date;
  correlation: string;
}

/** A stop that a process holds by its lease during the call. */
export interface StopClaim extends DueStop {
  sellerOrderId: string;
  /** The same for every call of the stop: its reference is never sent with other data. */
  request: CancelRequest;
  leaseUntil: Date;
  /** Attempts made of a call that was deferred (D23). */
  callAttempts: number;
}
