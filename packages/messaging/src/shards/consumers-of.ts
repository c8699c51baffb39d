import type { Component, Logger } from '@hub/runtime';
import type { Attachment, Broker } from '../broker/broker';
import { Consumer, type DeliveryHandler } from '../broker/consumer';
import type { Delivery } from '../broker/delivery';
import type { QueueSpec } from '../broker/topology';
import { atMost } from './at-most';
import { BALANCE_EVERY_MS, ShardBalance, type BalanceOptions } from './shard-balance';

/**
 * All shards of one process together hold at most four times what its plain queue does: a copy that has half of the
 * shards fetches ahead twice as much as it handles at once, a single busy shard still fills a batch of some size, and a
 * stop or a death never concerns tens of thousands of messages.
 */
const AHEAD = 4;

export interface ConsumersOptions {
  broker: Broker;
  logger: Logger;
  /** The shards of its event; without any, all is as without sharding. */
  shards: readonly QueueSpec[];
  balanceEveryMs?: number | undefined;
  countCopies: BalanceOptions['countCopies'];
}

/** The consumers of a handler: of its queue, and of each shard of it, which all share the one handler (record 76). */
export function consumersOf(
  handler: DeliveryHandler,
  { broker, logger, shards, countCopies, balanceEveryMs = BALANCE_EVERY_MS }: ConsumersOptions,
): { consumers: Consumer[]; others: (Attachment & Component)[] } {
  if (shards.length === 0) return { consumers: [new Consumer(broker, handler, logger)], others: [] };
  const balance = new ShardBalance(handler.queue, { everyMs: balanceEveryMs, logger, countCopies });
  // Not more at once than from one queue, however many shards this copy has: each may hold a database connection.
  const handle = atMost(handler.prefetch, (delivery: Delivery) => handler.handle(delivery));
  const prefetch = shardPrefetch(handler.prefetch, shards.length);
  const ofShards = shards.map(({ name }) => {
    const counted = (delivery: Delivery) => {
      balance.note(name);
      return handle(delivery);
    };
    const consumer = new Consumer(broker, { ...handler, reads: name, prefetch, handle: counted }, logger);
    balance.add(name, consumer);
    return consumer;
  });
  return {
    consumers: [new Consumer(broker, { ...handler, handle }, logger), ...ofShards],
    others: [balance],
  };
}

/** How many messages of one shard a copy fetches ahead. */
export function shardPrefetch(prefetch: number, shards: number): number {
  return Math.min(prefetch, Math.ceil((AHEAD * prefetch) / shards));
}
