import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Broker, Listener } from '../broker/broker';
import { HEADER } from '../broker/delivery';
import { NotPublished } from '../broker/not-published';
import { ForecastAnswer } from './forecast-answer';
import { forecastQueue } from './forecast-responder';

const REPLY_TO = 'amq.rabbitmq.reply-to';
/** A forecast takes at most 2 s; the rest is transit. */
const ANSWER_WITHIN_MS = 2_500;

/** The message to forecast. */
export interface ForecastRequest {
  /** The queue whose consumer would handle it. */
  queue: string;
  type: string;
  shopId: number | null;
  body: Buffer;
}

/** Forecasts the handling of a message. Null: its worker does not answer. */
export interface Forecasts {
  ask(request: ForecastRequest): Promise<ForecastAnswer | null>;
}

/** Asks the workers that own the queues. */
export class ForecastRequester implements Listener, Forecasts {
  private readonly waiting = new Map<string, (answer: ForecastAnswer | null) => void>();

  constructor(private readonly broker: Pick<Broker, 'registerListener' | 'publish'>) {
    broker.registerListener(this);
  }

  /** Replies must be consumed on the channel that publishes. */
  async listen(channel: ConfirmChannel): Promise<void> {
    await channel.consume(REPLY_TO, (message) => this.receive(message), { noAck: true });
  }

  async ask(request: ForecastRequest): Promise<ForecastAnswer | null> {
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<ForecastAnswer | null>((resolve, reject) => {
        this.waiting.set(id, resolve);
        timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
        this.publish(id, request).catch(reject);
      });
    } catch (error) {
      // No queue: the worker is unavailable, or the broker.
      if (error instanceof NotPublished) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }

  private publish(id: string, { queue, type, shopId, body }: ForecastRequest): Promise<void> {
    return this.broker.publish({
      exchange: '',
      routingKey: forecastQueue(queue),
      content: body,
      options: {
        mandatory: true,
        messageId: id,
        type,
        correlationId: id,
        replyTo: REPLY_TO,
        headers: shopId === null ? {} : { [HEADER.shopId]: shopId },
      },
    });
  }

  private receive(message: ConsumeMessage | null): void {
    const resolve = this.waiting.get(String(message?.properties.correlationId));
    if (!message || !resolve) return;
    const answer = ForecastAnswer.safeParse(JSON.parse(message.content.toString('utf8')));
    resolve(answer.success ? answer.data : null);
  }
}
