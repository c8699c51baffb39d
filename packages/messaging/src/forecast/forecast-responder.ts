import type { Logger } from '@hub/runtime';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Attachment } from '../broker/broker';
import { readDelivery, type Delivery } from '../broker/delivery';
import type { ForecastAnswer } from './forecast-answer';

/** Each holds a database connection while it runs. */
const AT_ONCE = 2;
/** By then the requester has gone. */
const KEPT_MS = 2_000;
const KEPT_AT_MOST = 1_000;
/**
 * When its queue cannot be declared, it is declared again later. It lives on one node of a cluster, and is refused
 * while that node is unavailable; until then there is no forecast.
 */
const AGAIN_MS = 5_000;

/** The queue for forecast requests of a work queue's messages. Nothing is lost with it: it exists while its worker does. */
export function forecastQueue(queue: string): string {
  return `forecast.${queue}`;
}

/**
 * Answers forecasts of a queue's messages. Separate from the queue itself: a forecast waits behind no backlog, is never
 * redelivered, as the message may be one that kills its worker, and is never dead-lettered.
 */
export class ForecastResponder implements Attachment {
  constructor(
    private readonly queue: string,
    private readonly forecast: (delivery: Delivery) => Promise<ForecastAnswer>,
    private readonly logger: Logger,
  ) {}

  /** Never fails: a worker's own work does not depend on forecasts. */
  async attach(model: ChannelModel): Promise<void> {
    let retry: NodeJS.Timeout | undefined;
    model.once('close', () => clearTimeout(retry));
    const open = async (): Promise<void> => {
      try {
        await this.open(model, openLater);
      } catch (error) {
        this.logger.warn('forecasts are not answered at present', { error });
        openLater();
      }
    };
    const openLater = (): void => {
      clearTimeout(retry);
      retry = setTimeout(() => void open(), AGAIN_MS).unref();
    };
    await open();
  }

  /** @param ended called when the broker has ended it: its queue or the node that held it is gone */
  private async open(model: ChannelModel, ended: () => void): Promise<void> {
    const channel = await model.createChannel();
    channel.on('error', (error: unknown) => this.logger.debug('channel of forecasts failed', { error }));
    const name = forecastQueue(this.queue);
    const limits = { 'x-message-ttl': KEPT_MS, 'x-max-length': KEPT_AT_MOST };
    await channel.assertQueue(name, { durable: true, autoDelete: true, arguments: limits });
    await channel.prefetch(AT_ONCE);
    await channel.consume(name, (message) => {
      if (message) void this.answer(channel, message);
      else ended();
    });
  }

  private async answer(channel: Channel, message: ConsumeMessage): Promise<void> {
    const { replyTo, correlationId } = message.properties;
    try {
      if (!message.fields.redelivered) {
        const answer = await this.forecast(readDelivery(this.queue, message));
        channel.publish('', String(replyTo), Buffer.from(JSON.stringify(answer)), { correlationId });
      }
      channel.ack(message);
    } catch (error) {
      // The channel is gone, and with it the requester.
      this.logger.debug('forecast not answered', { error });
    }
  }
}
