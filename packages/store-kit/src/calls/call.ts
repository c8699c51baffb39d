import type { StoreOperation } from '@hub/contract';
import type { KitContext } from '../context';
import type { ReceivedCall } from '../served-call';

/** One of the six calls. */
export interface KitCall {
  operation: StoreOperation;
  /** Carries it out and gives the receipt; throws a `StoreRefusal`, or the error of what failed. */
  carryOut: <Tx>(kit: KitContext<Tx>, call: ReceivedCall) => Promise<object>;
}
