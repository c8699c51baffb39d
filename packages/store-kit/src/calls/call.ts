import type { StoreOperation } from '@hub/contract';
import type { KitContext } from '../context';

/** A call of the service as it came, its credentials accepted. */
export interface ReceivedCall {
  /** The `order_id` of the path; empty where there is none. */
  orderId: string;
  query: URLSearchParams;
  /** JSON; null of a call without a body. */
  body: unknown;
}

/** One of the six calls. */
export interface KitCall {
  operation: StoreOperation;
  /** Carries it out and gives the receipt; throws a `StoreRefusal`, or whatever failed. */
  carryOut: <Tx>(kit: KitContext<Tx>, call: ReceivedCall) => Promise<object>;
}
