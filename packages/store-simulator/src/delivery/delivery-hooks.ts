import type { Delivery, DeliveryAttempt } from './delivery';

/** What one attempt sends: the bytes, and the signature of the header; none where it is null. */
export interface SignedBody {
  body: Buffer;
  signature: string | null;
}

export interface AttemptFacts {
  secret: string;
  /** Whether the event was sent before. */
  isAgain: () => boolean;
}

/** Where an event can be corrupted before it is sent; an honest store returns what it is given. */
export interface DeliveryHooks {
  /** The envelope, before its bytes are fixed. */
  envelope(envelope: Record<string, unknown>): Record<string, unknown>;
  /** The bytes and their signature, at each attempt. */
  signed(signed: SignedBody, facts: AttemptFacts): SignedBody;
  /** Whether the delivery continues, after each attempt. */
  state(state: Delivery['state'], attempt: DeliveryAttempt): Delivery['state'];
}
