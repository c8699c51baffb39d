import type { CallContext, CallOutcome } from '@hub/store-calls';
import type { HoldScope } from '../holds/hold-scope';
import type { Capability } from '../sheet-fields';

/** The called shop's own capability does not allow the call now (D23): nothing was sent. */
export interface CapabilityOff {
  kind: 'capability_off';
  capability: Capability;
}

/** Calls to the store, or those of this kind, are held (D23): nothing was sent. Retry after this many milliseconds. */
export interface Held {
  kind: 'held';
  afterMs: number;
}

/** How a call to a shop's store ended, or why it was not made. `unauthorized` has started a hold, or was a failed probe. */
export type ShopCallOutcome<T> = CallOutcome<T> | CapabilityOff | Held;

/** The command's facts about its call, besides the client's parameters. */
export interface SendContext extends CallContext {
  /**
   * Switching off requires it (D16): a write of 0 is sent though the capability is off. Changes nothing for any other
   * call.
   */
  switchingOff?: boolean | undefined;
  /** The probe of these holds, if no waiting call could be it (D23). */
  probeFor?: readonly HoldScope[] | undefined;
}
