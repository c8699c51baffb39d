import type { Channel, ConfirmChannel, Message, Options } from 'amqplib';
import { NotPublished } from './not-published';

/** A message on its way out. `mandatory`: refused, not lost, when no queue takes it. */
export interface OutgoingMessage {
  exchange: string;
  routingKey: string;
  content: Buffer;
  options: Options.Publish & { messageId: string };
}

/** How long a confirm may take before the message counts as not published (the caller keeps it). */
const CONFIRM_WITHIN_MS = 5_000;

/** Publishing: every message ends confirmed, or in a `NotPublished`; but for those that nobody waits for. */
export class Publisher {
  private readonly returned = new Set<string>();
  private blocked = false;
  private open = true;

  constructor(
    private readonly channel: ConfirmChannel,
    private readonly unconfirmed: Channel,
  ) {
    // An unroutable message comes back before its confirm does.
    channel.on('return', (message: Message) => this.returned.add(String(message.properties.messageId)));
    channel.on('close', () => (this.open = false));
  }

  usable(): boolean {
    return this.open && !this.blocked;
  }

  block(): void {
    this.blocked = true;
  }

  unblock(): void {
    this.blocked = false;
  }

  publish(message: OutgoingMessage): Promise<void> {
    if (!this.usable()) return Promise.reject(new NotPublished('the broker takes nothing now'));
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new NotPublished('no confirm in time')), CONFIRM_WITHIN_MS);
      this.send(message, (error: unknown) => {
        clearTimeout(late);
        if (this.returned.delete(message.options.messageId)) reject(new NotPublished('no queue takes it'));
        else if (error) reject(new NotPublished('refused by the broker'));
        else resolve();
      });
    });
  }

  publishUnconfirmed(message: OutgoingMessage): void {
    const { exchange, routingKey, content, options } = message;
    try {
      this.unconfirmed.publish(exchange, routingKey, content, options);
    } catch {
      // The channel is closed.
    }
  }

  private send(message: OutgoingMessage, confirmed: (error: unknown) => void): void {
    const { exchange, routingKey, content, options } = message;
    try {
      this.channel.publish(exchange, routingKey, content, options, confirmed);
    } catch (error) {
      confirmed(error);
    }
  }
}
