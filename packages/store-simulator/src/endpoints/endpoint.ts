import type { EndpointName } from '../faults/faults';
import type { Store } from '../state/store';
import type { Answer } from './answer';

/** A call as received, with credentials already accepted. */
export interface Call {
  /** The `order_id` of the path; empty where the path has none. */
  orderId: string;
  query: URLSearchParams;
  /** The JSON body; null where there is none. */
  body: unknown;
  /** Whether the caller has broken the connection by now. */
  isCut: () => boolean;
}

/** One of the contract's store endpoints. */
export interface Endpoint {
  name: EndpointName;
  /** Carries the call out and gives the answer. */
  answer(store: Store, call: Call): Answer;
}
