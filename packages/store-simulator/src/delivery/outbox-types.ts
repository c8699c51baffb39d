import type { KitStorage, MemoryTx } from '@hub/store-kit';

import type { Delivery } from './delivery';
import type { DeliveryHooks } from './delivery-hooks';

export interface OutboxOptions {
  now: () => number;
  url?: string | undefined;
  hooks: Pick<DeliveryHooks, 'envelope'>;
  /** Called after every attempt. */
  onAttempt: (delivery: Delivery) => void;
  /** There is something to send. */
  onQueued: () => void;
}

export interface OutgoingEvent {
  event: string;
  data: unknown;
  eventId?: string | undefined;
  /** ISO 8601; now, where not given. */
  occurredAt?: string | undefined;
}

export type Data = Record<string, unknown>;
/** The last change of an event's data. */
export type Change = (data: Data) => Data;

/** The events section of a kit's storage. */
export type EventStorage = Pick<
  KitStorage<MemoryTx>,
  | 'enqueue'
  | 'leaseEvents'
  | 'settleEvent'
  | 'parkedEvents'
  | 'replaceParked'
  | 'outboxFigures'
  | 'forgetDelivered'
>;
