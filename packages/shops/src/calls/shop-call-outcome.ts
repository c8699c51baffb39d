import type { CallContext, CallOutcome } from '@hub/store-calls';
import type { HoldScope } from '../holds/hold-scope';
import type { Capability } from '../sheet/sheet';

/** The called shop's own capability does not allow the call now (D23): nothing was sent. */
export interface CapabilityOff {
  kind: 'capability_off';
  capability: Capability;
}

/** Calls to the store, or those of this kind, are held (D23): nothing was sent. Try again after this many milliseconds. */
export interface Held {
  kind: 'held';
  afterMs: number;
}

/** How a call to a shop's store ended, or why it was not made. `unauthorized` has begun a hold, or was a probe that failed. */
export type ShopCallOutcome<T> = CallOutcome<T> | CapabilityOff | Held;

/** What a command knows of the call it makes, beside what the client takes. */
export interface SendContext extends CallContext {
  /** Switching off asks for it (D16): a write of 0 goes out though the capability is off. Of any other call nothing changes. */
  switchingOff?: boolean | undefined;
  /** The probe of these holds, where no call waits that could be it (D23). */
  probeFor?: readonly HoldScope[] | undefined;
}
