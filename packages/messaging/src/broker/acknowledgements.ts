import type { Channel, ConsumeMessage } from 'amqplib';

/**
 * Acknowledges a channel's deliveries in few frames: what is settled in one turn goes out together, and everything up
 * to the oldest that is still open as one. On a channel that has closed nothing is acknowledged; the broker gives those
 * deliveries out again, and they are recognised.
 */
export class Acknowledgements {
  /** In the order of their delivery. */
  private readonly open = new Set<ConsumeMessage>();
  private settled: ConsumeMessage[] = [];

  constructor(private readonly channel: Channel) {}

  /** Every delivery is noted here, in the order of arrival. */
  note(message: ConsumeMessage): void {
    this.open.add(message);
  }

  acknowledge(message: ConsumeMessage): void {
    if (this.settled.length === 0) setImmediate(() => this.flush());
    this.open.delete(message);
    this.settled.push(message);
  }

  /** Returns a delivery to its queue: the broker counts it as one that was not acknowledged. */
  giveBack(message: ConsumeMessage): void {
    this.open.delete(message);
    quietly(() => this.channel.nack(message, false, true));
  }

  /** Sends what is held back until the end of the turn. */
  flush(): void {
    const settled = this.settled.toSorted((a, b) => tagOf(a) - tagOf(b));
    this.settled = [];
    const [oldestOpen] = this.open;
    const isBeforeOpen = (message: ConsumeMessage) => !oldestOpen || tagOf(message) < tagOf(oldestOpen);
    const last = settled.findLast(isBeforeOpen);
    quietly(() => {
      if (last) this.channel.ack(last, true);
      for (const message of settled) if (!isBeforeOpen(message)) this.channel.ack(message);
    });
  }
}

function tagOf({ fields }: ConsumeMessage): number {
  return fields.deliveryTag;
}

/** amqplib throws on a closed channel. */
function quietly(send: () => void): void {
  try {
    send();
  } catch {
    // The broker gives out again by itself what was not acknowledged.
  }
}
