/** The service's answer to an event, with the fields of its body that matter (D4 and the contract's error body). */
export interface EventAnswer {
  status: number;
  outcome?: string;
  code?: string;
  field?: string;
  body: unknown;
}

export interface DeliveryAttempt {
  at: string;
  /** Null where no answer came. */
  answer: EventAnswer | null;
  /** Why no answer came. */
  failure?: string;
}

/**
 * One event being delivered to the service. `delivered` ended with `200`, `rejected` with an answer that must not be
 * retried, `given_up` ran out of attempts or was stopped, `unsent` has no address.
 */
export interface Delivery {
  readonly eventId: string;
  readonly event: string;
  /** The exact bytes every attempt sends. */
  readonly body: Buffer;
  readonly attempts: readonly DeliveryAttempt[];
  readonly state: 'sending' | 'delivered' | 'rejected' | 'given_up' | 'unsent';
  /** The last attempt's answer. */
  readonly answer: EventAnswer | null;
  /** Resolves, never rejects, once the delivery has ended in any way. */
  readonly done: Promise<Delivery>;
}
