import { findEvent, type EventName, type Verdict } from '@hub/contract';
import type { Logger } from '@hub/runtime';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Attachment } from '../broker/broker';
import { HEADER } from '../broker/delivery';
import { REHEARSALS_EXCHANGE } from '../broker/topology';
import { CAPABILITY_OFF, NOT_OF_REHEARSAL, rehearsalQueue } from './rehearsal-queue';

/** Events of one shop that wait at once (D5): more than an ingress publishes. */
const AT_MOST = 1_000;

/** An event of a rehearsing shop, verified by an ingress. */
export interface RehearsedEvent {
  event: EventName | null;
  body: Buffer;
  /** When the ingress received it, ms since the epoch. */
  receivedAt?: number;
  /** Whether its capability is `off` at the shop: then it belongs to the rehearsal, whatever it names. */
  capabilityOff: boolean;
}

/**
 * Answers the events of a rehearsal (D32). Its queue lives as long as the connection of the rehearsing process: when it
 * is gone, nothing of it is handled later.
 */
export class RehearsalResponder implements Attachment {
  private markAttached: () => void = () => undefined;
  /** Resolves once events can be published to it. */
  readonly attached = new Promise<void>((resolve) => (this.markAttached = resolve));

  constructor(
    private readonly run: string,
    /** Null: it does not belong to the rehearsal. */
    private readonly judge: (event: RehearsedEvent) => Verdict | null,
    private readonly logger: Logger,
  ) {}

  async attach(model: ChannelModel): Promise<void> {
    const channel = await model.createChannel();
    channel.on('error', (error: unknown) => this.logger.warn('channel of the rehearsal failed', { error }));
    const queue = rehearsalQueue(this.run);
    await channel.assertQueue(queue, {
      durable: false,
      exclusive: true,
      autoDelete: true,
      arguments: { 'x-max-length': AT_MOST, 'x-overflow': 'reject-publish' },
    });
    await channel.bindQueue(queue, REHEARSALS_EXCHANGE, this.run);
    await channel.consume(queue, (message) => message && this.answer(channel, message), { noAck: true });
    this.markAttached();
  }

  private answer(channel: Channel, { content: body, properties }: ConsumeMessage): void {
    const { replyTo, correlationId } = properties;
    const headers: Record<string, unknown> = properties.headers ?? {};
    const event = findEvent(String(properties.type))?.name ?? null;
    const receivedAt = Number(headers[HEADER.receivedAt] ?? 0);
    const capabilityOff = headers[CAPABILITY_OFF] === true;
    const verdict = this.judge({ event, body, receivedAt, capabilityOff });
    const answer = Buffer.from(JSON.stringify(verdict ?? NOT_OF_REHEARSAL));
    channel.publish('', String(replyTo), answer, { correlationId });
  }
}
