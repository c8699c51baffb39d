import { randomUUID } from 'node:crypto';
import { Verdict, type EventName } from '@hub/contract';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Broker, Listener } from './broker';
import { HEADER } from './delivery';
import { NotPublished } from './not-published';
import { EVENTS_EXCHANGE } from './topology';

/** RabbitMQ's direct reply-to: an address that lives as long as this connection, with no queue behind it. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

export interface EventRequest {
  event: EventName;
  shopId: number;
  /** The raw bytes as received and verified. */
  body: Buffer;
  correlation: string;
  timeoutMs: number;
}

/**
 * - `answered`: the worker's verdict (its `503` included).
 * - `unanswered`: published, no verdict in time; it stays queued, and the resend finds what was recorded (D5).
 * - `not_published`: the broker is away, blocked or full.
 */
export type EventAnswer =
  { kind: 'answered'; verdict: Verdict } | { kind: 'unanswered' } | { kind: 'not_published' };

/** Publishes events and waits for their verdicts: the ingress's half of the frame. */
export class EventRequester implements Listener {
  private readonly waiting = new Map<string, (verdict: Verdict) => void>();

  constructor(private readonly broker: Broker) {
    broker.registerListener(this);
  }

  /** Replies must be consumed on the channel that publishes. */
  async listen(channel: ConfirmChannel): Promise<void> {
    await channel.consume(REPLY_TO, (message) => this.receive(message), { noAck: true });
  }

  async request(request: EventRequest): Promise<EventAnswer> {
    const { correlation } = request;
    let timer: NodeJS.Timeout | undefined;
    try {
      // A verdict counts even before the confirm: whoever gives it has the event.
      return await new Promise<EventAnswer>((resolve, reject) => {
        this.waiting.set(correlation, (verdict) => resolve({ kind: 'answered', verdict }));
        timer = setTimeout(() => resolve({ kind: 'unanswered' }), request.timeoutMs);
        this.publish(request).catch(reject);
      });
    } catch (error) {
      if (error instanceof NotPublished) return { kind: 'not_published' };
      throw error;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(correlation);
    }
  }

  private publish({ event, shopId, body, correlation }: EventRequest): Promise<void> {
    return this.broker.publish({
      exchange: EVENTS_EXCHANGE,
      routingKey: event,
      content: body,
      options: {
        persistent: true,
        mandatory: true,
        messageId: randomUUID(),
        type: event,
        correlationId: correlation,
        replyTo: REPLY_TO,
        headers: { [HEADER.shopId]: shopId, [HEADER.receivedAt]: Date.now() },
      },
    });
  }

  private receive(message: ConsumeMessage | null): void {
    const resolve = this.waiting.get(String(message?.properties.correlationId));
    if (!message || !resolve) return;
    const verdict = Verdict.safeParse(JSON.parse(message.content.toString('utf8')));
    if (verdict.success) resolve(verdict.data);
  }
}

/** Answers an event's sender; an address that is gone is no fault: the resend finds the ledger. */
export function sendVerdict(
  broker: Broker,
  to: { replyTo: string | null; correlation: string },
  verdict: Verdict,
): void {
  if (to.replyTo === null) return;
  broker.publishUnconfirmed({
    exchange: '',
    routingKey: to.replyTo,
    content: Buffer.from(JSON.stringify(verdict)),
    options: { messageId: randomUUID(), correlationId: to.correlation, persistent: false },
  });
}
