import type { Channel, ConfirmChannel, Message, Options } from 'amqplib';
import { NotPublished } from './not-published';

/** A message that no one waits for needs no id. */
export interface UnconfirmedMessage {
  exchange: string;
  routingKey: string;
  content: Buffer;
  options: Options.Publish;
}

/** An outgoing message. `mandatory`: refused, not lost, when no queue takes it. */
export interface OutgoingMessage extends UnconfirmedMessage {
  options: Options.Publish & { messageId: string };
}

/**
 * - `blocked`: the broker accepts nothing (memory or disk alarm).
 * - `stalled`: confirms are overdue.
 */
export type PublisherState = 'usable' | 'blocked' | 'stalled' | 'away';

/** How long a confirm may take before the message counts as not published (the caller keeps it). */
const CONFIRM_WITHIN_MS = 5_000;

export interface PublisherOptions {
  confirmWithinMs?: number;
  /** Called whenever the state may have changed. */
  changed(): void;
}

/**
 * Publishes: every message ends confirmed, or in a `NotPublished`, except fire-and-forget ones. A broker that does not
 * confirm in time is sent nothing more until it does, so that an overloaded broker is not loaded further.
 */
export class Publisher {
  private readonly returned = new Set<string>();
  private readonly overdue = new Set<OutgoingMessage>();
  private blocked = false;
  private open = true;

  constructor(
    private readonly channel: ConfirmChannel,
    private readonly unconfirmed: Channel,
    private readonly options: PublisherOptions,
  ) {
    // An unroutable message comes back before its confirm does.
    channel.on('return', (message: Message) => this.returned.add(String(message.properties.messageId)));
    channel.on('close', () => (this.open = false));
  }

  /** What the broker accepts now. */
  state(): PublisherState {
    if (!this.open) return 'away';
    if (this.blocked) return 'blocked';
    return this.overdue.size > 0 ? 'stalled' : 'usable';
  }

  /** The broker reports whether it accepts messages (memory or disk alarm). */
  setBlocked(blocked: boolean): void {
    this.blocked = blocked;
    this.options.changed();
  }

  publish(message: OutgoingMessage): Promise<void> {
    if (this.state() !== 'usable') return Promise.reject(new NotPublished('the broker takes nothing now'));
    const { confirmWithinMs = CONFIRM_WITHIN_MS } = this.options;
    return new Promise((resolve, reject) => {
      let confirmed: (inTheEnd: boolean) => void = () => {};
      const confirmedAfterAll = new Promise<boolean>((settle) => (confirmed = settle));
      const late = setTimeout(() => {
        this.overdue.add(message);
        reject(new NotPublished('no confirm in time', confirmedAfterAll));
        this.options.changed();
      }, confirmWithinMs);
      this.send(message, (error) => {
        clearTimeout(late);
        const fault = this.faultOf(message, error);
        if (fault) reject(fault);
        else resolve();
        confirmed(fault === null);
        if (this.overdue.delete(message)) this.options.changed();
      });
    });
  }

  /** Sends fire-and-forget messages; none while the broker accepts nothing. */
  publishUnconfirmed(message: UnconfirmedMessage): void {
    if (this.state() !== 'usable') return;
    const { exchange, routingKey, content, options } = message;
    try {
      this.unconfirmed.publish(exchange, routingKey, content, options);
    } catch {
      // The channel is closed.
    }
  }

  private faultOf(message: OutgoingMessage, error: unknown): NotPublished | null {
    if (this.returned.delete(message.options.messageId)) return new NotPublished('no queue takes it');
    return error ? new NotPublished('refused by the broker') : null;
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
