const SHARD = /\.shard-[1-9]\d*$/;

/** The shard of a queue or of a routing key. */
export function shardName(name: string, shard: number): string {
  return `${name}.shard-${shard}`;
}

/** The plain queue of a shard; any other queue is its own. */
export function plainQueue(queue: string): string {
  return queue.replace(SHARD, '');
}

/** 2 to the power of 32 by the golden ratio, odd. */
const GOLDEN = 0x9e3779b1;

/**
 * The shard of a shop, 1 to `shards`: always the same one while the number is. Multiples of the golden ratio spread ids
 * that follow each other more evenly than a hash, and also every second or tenth of them, which the remainder of a
 * division would put into a few shards (record 76).
 */
export function shardOfShop(shopId: number, shards: number): number {
  const fraction = (Math.imul(shopId, GOLDEN) >>> 0) / 2 ** 32;
  return Math.floor(fraction * shards) + 1;
}
