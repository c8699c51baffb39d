import type { CancelRequest } from '@hub/contract';
import type { ClaimedWrite } from '@hub/store-writes';

/** A stop whose time has come. */
export interface DueStop extends ClaimedWrite {
  id: string;
  /** Since when it was due: its place, where it is not called after all. */
  dueAt: Date;
  correlation: string;
}

/** A stop that a process holds by its lease while it calls. */
export interface StopClaim extends DueStop {
  sellerOrderId: string;
  /** The same for every call of the stop: its reference never goes with other data. */
  request: CancelRequest;
  leaseUntil: Date;
  /** Attempts made of a call that was put off (D23). */
  callAttempts: number;
}
