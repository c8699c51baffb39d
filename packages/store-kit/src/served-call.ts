import type { IncomingHttpHeaders } from 'node:http';
import type { StoreOperation } from '@hub/contract';

/** A call as it came, through any server. */
export interface KitRequest {
  method: string;
  /** Path below where the store is mounted, and query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came; empty, where there were none. */
  body: Buffer;
}

/** A call of the service as it came, its credentials accepted. */
export interface ReceivedCall {
  /** The `order_id` of the path; empty where there is none. */
  orderId: string;
  query: URLSearchParams;
  /** JSON; null of a call without a body. */
  body: unknown;
}

/** A call that was let in: its credentials are right, the capability is ported. */
export interface ServedCall extends ReceivedCall {
  operation: StoreOperation;
  request: KitRequest;
}
