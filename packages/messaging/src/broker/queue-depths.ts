import { setTimeout as wait } from 'node:timers/promises';
import { gauge, type Logger, type Component } from '@hub/runtime';
import type { ChannelModel } from 'amqplib';
import type { Attachment } from './broker';

const ready = gauge({
  name: 'hub_queue_messages',
  help: 'Messages that wait in a queue, delivered to no consumer.',
  labelNames: ['queue'],
});
const consumers = gauge({
  name: 'hub_queue_consumers',
  help: 'Consumers of a queue, of all processes.',
  labelNames: ['queue'],
});

/**
 * Asks the broker periodically how many messages wait in each queue, each time on a separate channel: the broker closes
 * a channel that asks for a queue which is being moved. While the broker is unavailable no figure is given.
 */
export class QueueDepths implements Attachment, Component {
  readonly name = 'queue depths';
  private readonly stopping = new AbortController();
  private asking: Promise<void> = Promise.resolve();

  constructor(
    private readonly queues: readonly string[],
    private readonly options: { everyMs: number; logger: Logger },
  ) {}

  async attach(model: ChannelModel): Promise<void> {
    const closed = new AbortController();
    model.once('close', () => closed.abort());
    this.asking = this.askUntilClosed(model, AbortSignal.any([closed.signal, this.stopping.signal]));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.asking;
  }

  private async askUntilClosed(model: ChannelModel, over: AbortSignal): Promise<void> {
    const { everyMs, logger } = this.options;
    while (!over.aborted) {
      await this.ask(model).catch((error: unknown) => {
        if (!over.aborted) logger.warn('queue depths not read, retrying at the next interval', { error });
      });
      await wait(everyMs, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
    ready.reset();
    consumers.reset();
  }

  private async ask(model: ChannelModel): Promise<void> {
    const channel = await model.createChannel();
    // The query then fails and reports it.
    channel.on('error', () => undefined);
    for (const queue of this.queues) {
      const { messageCount, consumerCount } = await channel.checkQueue(queue);
      ready.set({ queue }, messageCount);
      consumers.set({ queue }, consumerCount);
    }
    await channel.close();
  }
}
