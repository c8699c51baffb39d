/** A shard counts as this copy's for so long after its last delivery; a shard without events is nobody's load. */
const RECENT_MS = 10_000;

/** Deliveries of one shard to this copy, times in ms. */
export interface ReceivedShard {
  queue: string;
  /** The first since it came to this copy. */
  firstAt: number;
  lastAt: number;
  deliveries: number;
}

export function isRecent({ lastAt }: ReceivedShard, now: number): boolean {
  return now - lastAt < RECENT_MS;
}

/**
 * The shards that this copy receives from, those that came last first. A single delivery does not count: each copy in
 * turn gets one alone before it fetches many (record 23), and another one may have the shard by then.
 */
export function recentShards(received: Iterable<ReceivedShard>, now: number): ReceivedShard[] {
  return [...received]
    .filter((one) => one.deliveries > 1 && isRecent(one, now))
    .toSorted((a, b) => b.firstAt - a.firstAt);
}

/**
 * The shards that this copy passes on to the next subscriber: those beyond its share, the last to come first. The copies
 * follow each other in a circle, so a shard that comes to copies with their share goes on until it comes to one with
 * less, and no copy passes on what is within its share: from any start they settle (record 76).
 */
export function shardsToPassOn(
  received: Iterable<ReceivedShard>,
  { shards, copies }: { shards: number; copies: number },
  now: number,
): string[] {
  const recent = recentShards(received, now);
  const share = Math.ceil(shards / Math.max(1, copies));
  return recent.slice(0, Math.max(0, recent.length - share)).map(({ queue }) => queue);
}
