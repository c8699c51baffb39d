import type { ServedCall } from '@hub/store-kit';

/** A call as received, with credentials already accepted. */
export interface Call extends ServedCall {
  /** Whether the caller has broken the connection by now. */
  isCut: () => boolean;
}
