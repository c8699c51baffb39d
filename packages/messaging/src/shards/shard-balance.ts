import { setTimeout as wait } from 'node:timers/promises';
import type { Component, Logger } from '@hub/runtime';
import type { ChannelModel } from 'amqplib';
import type { Attachment } from '../broker/broker';
import { isRecent, recentShards, shardsToPassOn, type ReceivedShard } from './shards-to-pass-on';

/** How often a copy looks. */
export const BALANCE_EVERY_MS = 3_000;

export interface BalanceOptions {
  everyMs: number;
  logger: Logger;
  /** How many copies of the worker there are, this one included. */
  countCopies(): Promise<number>;
}

/** Consumes one shard, and can subscribe again behind the other copies. */
export interface ShardConsumer {
  passOn(): Promise<void>;
}

/**
 * Shares the shards of an event between the copies of its worker, without coordination. Every copy subscribes to every
 * shard; the broker delivers to one at a time. A copy that receives from more than its share passes those beyond it on:
 * it subscribes again, behind the others. What it has in flight there stays its own, so for a moment two copies work on
 * one shard: harmless, as ledger and locks decide, never a queue (record 76).
 */
export class ShardBalance implements Attachment, Component {
  readonly name: string;
  private readonly consumers = new Map<string, ShardConsumer>();
  private readonly received = new Map<string, ReceivedShard>();
  private readonly stopping = new AbortController();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    queue: string,
    private readonly options: BalanceOptions,
  ) {
    this.name = `shards of ${queue}`;
  }

  /** A shard, by its queue. */
  add(queue: string, consumer: ShardConsumer): void {
    this.consumers.set(queue, consumer);
  }

  /** Records a delivery of a shard. */
  note(queue: string): void {
    const now = Date.now();
    const known = this.received.get(queue);
    const { firstAt, deliveries } = known && isRecent(known, now) ? known : { firstAt: now, deliveries: 0 };
    this.received.set(queue, { queue, firstAt, lastAt: now, deliveries: deliveries + 1 });
  }

  async attach(model: ChannelModel): Promise<void> {
    const closed = new AbortController();
    model.once('close', () => closed.abort());
    this.received.clear();
    this.looking = this.lookUntil(AbortSignal.any([closed.signal, this.stopping.signal]));
  }

  beginStop(): void {
    this.stopping.abort();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
  }

  private async lookUntil(over: AbortSignal): Promise<void> {
    const { everyMs, logger } = this.options;
    for (;;) {
      await wait(everyMs, undefined, { signal: over, ref: false }).catch(() => undefined);
      if (over.aborted) return;
      await this.look().catch((error: unknown) => {
        if (!over.aborted) logger.warn('shards not shared, retrying at the next interval', { error });
      });
    }
  }

  private async look(): Promise<void> {
    const now = Date.now();
    const recent = recentShards(this.received.values(), now);
    // One shard is never more than a share.
    if (recent.length < 2) return;
    const copies = await this.options.countCopies();
    for (const queue of shardsToPassOn(recent, { shards: this.consumers.size, copies }, now)) {
      await this.consumers.get(queue)?.passOn();
      this.received.delete(queue);
      this.options.logger.info('shard passed on', { queue, receivedFrom: recent.length, copies });
    }
  }
}
