import type { ParkReason, QueuedEvent } from '@hub/store-kit';

import type { Delivery, DeliveryAttempt } from './delivery';

type OpenDelivery = { -readonly [Key in keyof Delivery]: Delivery[Key] } & { attempts: DeliveryAttempt[] };

/** A delivery with what the kit's sender needs. */
export class Row {
  readonly delivery: OpenDelivery;
  /** Null until it is known what is sent. */
  queued: QueuedEvent | null = null;
  dueAt = 0;
  lease: { token: string; until: number } | null = null;
  /** Attempts that have ended. */
  ended = 0;
  parked: ParkReason | null = null;
  /** Deliveries of the same bytes, requested before the bytes existed. */
  readonly again: Row[] = [];
  #settle: () => void = () => undefined;

  /** @param url where it goes: the address at the time of the event; undefined: nowhere */
  constructor(
    event: string,
    eventId: string,
    readonly url: string | undefined,
  ) {
    const ended = new Promise<void>((resolve) => (this.#settle = resolve));
    this.delivery = {
      event,
      eventId,
      body: Buffer.alloc(0),
      attempts: [],
      state: 'sending',
      answer: null,
      done: ended.then(() => this.delivery),
    };
  }

  queue(queued: QueuedEvent): void {
    this.queued = queued;
    this.delivery.body = Buffer.from(queued.body);
    this.dueAt = queued.queuedAt.getTime();
  }

  end(state: Delivery['state']): void {
    this.delivery.state = state;
    for (const again of this.again.splice(0)) again.end(state);
    this.#settle();
  }
}
