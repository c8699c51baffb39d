import { print, type Benchmark } from '../benchmark';
import { quantile, runLoad } from '../load';
import { seedShops } from '../seed-shops';
import type { StoreRecord } from '../start-stores';
import { stockEvents } from '../stock-events';
import type { Measuring } from './rates';
import { handledByQueue, meanMs } from '../worker-figures';

const RECALCULATIONS = 'inventory.network-quantity.recalculate';
const EVENTS = 5;
const NOTHING = { sent: [], writes: [] };

/**
 * The cost of one change of stock where many shops share the article: from the event until the stores of all others are
 * written, one event at a time.
 */
export async function measureSharing(
  { database, config }: Benchmark,
  { stores, cpu, ingress, worker }: Measuring,
  shops: number,
): Promise<void> {
  const seeded = await seedShops(database.db, {
    group: 1_000 + shops,
    shops,
    articles: 1,
    // Only the sender has any: what it sends is what the others show, few enough to be sent at once (D16).
    onHand: 0,
    storeUrl: stores.url,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  const [sender] = seeded.shops;
  if (!sender) return;
  const { slug, signingSecret: secret, locationId } = sender;
  const { next, take } = stockEvents({
    path: `/shops/${slug}/events`,
    secret,
    locationId,
    variantIds: seeded.variantIds,
  });
  const sendOne = async (calls: number) => {
    const { others } = await runLoad({ port: ingress.port, connections: 1, seconds: 1, perSecond: 1, next });
    // Shops applied a moment ago are known to the ingress within a second.
    if (Object.keys(others).length > 0) return null;
    await stores.until(calls);
    await stores.untilQuiet();
    return { sent: take(), writes: await stores.take() };
  };
  // The others' stores are written for the first time.
  while ((await sendOne(shops - 1)) === null);
  const before = await handledByQueue(worker.port);
  const took: number[] = [];
  cpu.start();
  for (let count = 0; count < EVENTS; count += 1) {
    const { sent, writes } = (await sendOne(shops - 1)) ?? NOTHING;
    requireRight(writes, { shops, quantity: sent[0]?.quantity });
    took.push((writes.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0));
  }
  const after = await handledByQueue(worker.port);
  const all = quantile(took, 0.5);
  print(
    `${String(shops).padStart(5)} shops share an article: all written after ${all.toFixed(0)} ms (median of ${EVENTS}),` +
      ` ${(((shops - 1) * 1_000) / all).toFixed(0)} PUTs/s, recalculation ${meanMs(before, after, RECALCULATIONS).toFixed(1)} ms`,
  );
  cpu.printPer(EVENTS * (shops - 1), 'PUT');
}

/** @throws unless each of the others was written once, with the right quantity */
function requireRight(
  writes: readonly StoreRecord[],
  expected: { shops: number; quantity: number | undefined },
): void {
  const right = writes.filter(({ quantity }) => quantity === expected.quantity);
  if (right.length !== expected.shops - 1 || writes.length !== right.length)
    throw new Error(`${writes.length} calls, ${right.length} right, for ${expected.shops - 1} stores`);
}
