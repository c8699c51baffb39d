import { setTimeout as wait } from 'node:timers/promises';
import { gauge, type Part } from '@hub/runtime';
import type { Channel, ChannelModel } from 'amqplib';
import type { Attachment } from './broker';

const ready = gauge({
  name: 'hub_queue_messages',
  help: 'Messages that wait in a queue, given out to nobody.',
  labelNames: ['queue'],
});
const consumers = gauge({
  name: 'hub_queue_consumers',
  help: 'Consumers of a queue, of all processes.',
  labelNames: ['queue'],
});

/** Asks the broker every so often how much waits in each queue. While it is away nothing is said of them. */
export class QueueDepths implements Attachment, Part {
  readonly name = 'queue depths';
  private readonly stopping = new AbortController();
  private asking: Promise<void> = Promise.resolve();

  constructor(
    private readonly queues: readonly string[],
    private readonly everyMs: number,
  ) {}

  async attach(model: ChannelModel): Promise<void> {
    const channel = await model.createChannel();
    const closed = new AbortController();
    channel.on('close', () => closed.abort());
    channel.on('error', () => undefined);
    this.asking = this.askUntilClosed(channel, AbortSignal.any([closed.signal, this.stopping.signal]));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.asking;
  }

  private async askUntilClosed(channel: Channel, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.ask(channel).catch(() => undefined);
      await wait(this.everyMs, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
    ready.reset();
    consumers.reset();
  }

  private async ask(channel: Channel): Promise<void> {
    for (const queue of this.queues) {
      const { messageCount, consumerCount } = await channel.checkQueue(queue);
      ready.set({ queue }, messageCount);
      consumers.set({ queue }, consumerCount);
    }
  }
}
