import { findEvent, refusal, Verdict, type EventName } from '@hub/contract';
import type { Logger } from '@hub/runtime';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Attachment } from '../broker/broker';
import { HEADER } from '../broker/delivery';
import { REHEARSALS_EXCHANGE } from '../topology';
import { CAPABILITY_OFF, rehearsalQueue, WATCHED_VERDICT, type NotOfRehearsal } from './rehearsal-queue';

/** Events of one shop that wait at once (D5): more than an ingress publishes. */
const AT_MOST = 1_000;

/** An event of a rehearsing shop, verified by an ingress. */
export interface RehearsedEvent {
  event: EventName | null;
  body: Buffer;
  /** When the ingress received it, ms since the epoch. */
  receivedAt?: number;
  /** Whether its capability is `off` at the shop: then no worker handles it. */
  capabilityOff: boolean;
}

/** Who answers an event (D32): the run, or the hub; `watched`: the run waits for the hub's verdict. */
export type RunAnswer = { by: 'run'; verdict: Verdict } | { by: 'hub'; watched: boolean };

/** The run, as the ingresses ask it. */
export interface EventsJudge {
  judge(event: RehearsedEvent): Promise<RunAnswer>;
  /** Sends the run the hub's verdict on an event that it watches. */
  watch(event: RehearsedEvent, verdict: Verdict): void;
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
    private readonly judge: EventsJudge,
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
    await channel.consume(queue, (message) => message && void this.receive(channel, message), {
      noAck: true,
    });
    this.markAttached();
  }

  private async receive(channel: Channel, { content: body, properties }: ConsumeMessage): Promise<void> {
    const headers: Record<string, unknown> = properties.headers ?? {};
    const event = findEvent(String(properties.type))?.name ?? null;
    const receivedAt = Number(headers[HEADER.receivedAt] ?? 0);
    const received = { event, body, receivedAt, capabilityOff: headers[CAPABILITY_OFF] === true };
    const watched = headers[WATCHED_VERDICT];
    if (typeof watched === 'string') return this.judge.watch(received, Verdict.parse(JSON.parse(watched)));
    const { replyTo, correlationId } = properties;
    const answer = Buffer.from(JSON.stringify(await this.answerTo(received)));
    try {
      channel.publish('', String(replyTo), answer, { correlationId });
    } catch (error) {
      // The channel has closed meanwhile: the ingress answers 503, and the store sends the event again.
      this.logger.warn('event of the rehearsal not answered', { error });
    }
  }

  private async answerTo(event: RehearsedEvent): Promise<Verdict | NotOfRehearsal> {
    try {
      const answer = await this.judge.judge(event);
      return answer.by === 'run' ? answer.verdict : { not_of_rehearsal: true, watched: answer.watched };
    } catch (error) {
      this.logger.error('event of the rehearsal not judged', { error });
      return refusal('temporary_failure', 'the rehearsal cannot judge the event now');
    }
  }
}
