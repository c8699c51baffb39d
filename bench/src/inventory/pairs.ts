import type { Benchmark } from '../benchmark';
import { seedShops } from '../seed-shops';
import { stockEvents, type SentStock } from '../stock-events';

/** Pairs of shops: the stock of one is sent to the store of the other, so that one call follows each event. */
const PAIRS = 10;

export interface Pairs {
  variantIds: string[][];
  /** The next event, of the next pair. */
  next: () => Buffer;
  /** What was sent since it was last taken, in order. */
  takeSent: () => SentStock[];
}

/** Seeds pairs with this many articles each, without stock. `from`: the first pair's number. */
export async function seedPairs(
  { database, config }: Benchmark,
  storeUrl: string,
  { from, articles }: { from: number; articles: number },
): Promise<Pairs> {
  const variantIds: string[][] = [];
  const streams: ReturnType<typeof stockEvents>[] = [];
  for (let pair = from; pair < from + PAIRS; pair += 1) {
    const seeded = await seedShops(database.db, {
      group: pair,
      shops: 2,
      articles,
      onHand: 0,
      storeUrl,
      encryptionKey: config.HUB_ENCRYPTION_KEY,
    });
    variantIds.push(seeded.variantIds);
    const [sender] = seeded.shops;
    if (!sender) throw new Error('a pair without shops');
    const { slug, signingSecret: secret, locationId } = sender;
    streams.push(
      stockEvents({ path: `/shops/${slug}/events`, secret, locationId, variantIds: seeded.variantIds }),
    );
  }
  let count = 0;
  return {
    variantIds,
    next() {
      count += 1;
      return streams[count % PAIRS]?.next() ?? Buffer.alloc(0);
    },
    takeSent: () => streams.flatMap((stream) => stream.take()).toSorted((a, b) => a.at - b.at),
  };
}
