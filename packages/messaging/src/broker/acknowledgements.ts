import type { Channel, ConsumeMessage } from 'amqplib';

/**
 * Acknowledges a channel's deliveries in few frames: deliveries settled in one turn are acknowledged together, and
 * everything up to the oldest open one by a single frame. On a closed channel nothing is acknowledged; the broker
 * redelivers those messages, and consumers recognise them.
 */
export class Acknowledgements {
  /** In delivery order. */
  private readonly open = new Set<ConsumeMessage>();
  private settled: ConsumeMessage[] = [];

  constructor(private readonly channel: Channel) {}

  /** Records each delivery, in order of arrival. */
  note(message: ConsumeMessage): void {
    this.open.add(message);
  }

  acknowledge(message: ConsumeMessage): void {
    if (this.settled.length === 0) setImmediate(() => this.flush());
    this.open.delete(message);
    this.settled.push(message);
  }

  /** Returns a delivery to its queue: the broker counts it as unacknowledged. */
  giveBack(message: ConsumeMessage): void {
    this.open.delete(message);
    quietly(() => this.channel.nack(message, false, true));
  }

  /** Sends what is buffered until the end of the turn. */
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
    // The broker redelivers what was not acknowledged.
  }
}
