import type {
  CancellationKind,
  CancellationState,
  SellerOrderState,
  ShippingOrderState,
  StopState,
} from '@hub/database';

/** What asks for a stop: an event of one of its kinds, or a lead who takes the shipping order back (D38). */
export type RequestKind = CancellationKind | 'taken_back';

/** A seller order with all its shipping orders, read under its locks. */
export interface OrderFacts {
  id: string;
  /** The selling shop. */
  shopId: number;
  /** Its own id of the order. */
  orderId: string;
  state: SellerOrderState;
  shippingOrders: readonly ShippingOrderFacts[];
}

export interface ShippingOrderFacts {
  id: string;
  /** The shipping shop. */
  shopId: number;
  /** Our reference of it. */
  externalRef: string;
  /** The shipping shop's own id of it; null until its receipt is known. */
  storeOrderId: string | null;
  state: ShippingOrderState;
  /** Pieces in known packages. */
  packaged: number;
  /** Whether its shop has reported that goods of it came back. */
  returned: boolean;
  stop: StopFacts | null;
}

/** The stop of a shipping order: at most one. */
export interface StopFacts {
  id: string;
  cancellationId: string;
  kind: RequestKind;
  /** The event that asked for it, or its replacement, when, and why. */
  eventId: string;
  requestedAt: Date;
  reason: string | null;
  /** `external_ref` of its `POST /cancel`. */
  reference: string;
  state: StopState;
  leaseUntil: Date | null;
  /** Runs whose calls failed or may have acted. */
  attempts: number;
  /** One of them may have reached the store, and no receipt says how it ended; false: certainly none did (D18). */
  outcomeUnknown: boolean;
  lastFailure: string | null;
  /** How it ended according to the shop, recorded by support (D12). */
  settledAs: StopState | null;
  /** Its lines are closed once it is confirmed (D38). */
  closesLines: boolean;
}

/** A request to stop. */
export interface CancellationFacts {
  id: string;
  kind: RequestKind;
  state: CancellationState;
  /** Null: the whole order. */
  shippingOrderId: string | null;
  requestedBy: number;
  /** The event that requested it, or its replacement (`saidAtDoor`, `takeBack`). */
  eventId: string;
  requestedAt: Date;
  reason: string | null;
  replyTo: string | null;
  replyCorrelation: string | null;
  replyUntil: Date | null;
  /** Of deliveries that already waited when the latest arrived, in parallel. */
  earlierReplyTo: string[];
  earlierReplyCorrelations: string[];
  correlation: string;
}

/**
 * For a cancellation any packaged piece makes the order shipped (D11); so does the shop's report: `409` (D12), or a
 * return, which is accepted before its package was seen (D13). A reported return of a stopped shipping order is left to
 * support.
 */
export function hasShipped({ state, packaged, returned, stop }: ShippingOrderFacts): boolean {
  return packaged > 0 || stop?.state === 'already_shipped' || (returned && state !== 'stopped');
}

/** Whether a stop waits for something: a call, the outcome of a placement, or support. */
export function isUnfinished({ state }: StopFacts): boolean {
  return state !== 'confirmed' && state !== 'already_shipped';
}
