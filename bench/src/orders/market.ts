import { setTimeout as sleep } from 'node:timers/promises';
import { anOrder, anOrderLine } from '@hub/testing';
import type { Benchmark } from '../benchmark';
import { seedShops } from '../seed-shops';
import { signedEvent } from '../signed-event';

const ARTICLES = 50;
/** Never sold out: what is measured is the choice, not the lack of it. */
const ON_HAND = 1_000_000;
/** Shops applied a moment ago are known to the ingress within a second. */
const KNOWN_AFTER_MS = 1_500;

/** Shops that all have the same articles; the first sells them, the others may ship. */
export interface Market {
  candidates: number;
  seller: { id: number; signingSecret: string };
  /** The next signed order of one piece of the next article. */
  next: () => Buffer;
}

export async function seedMarket(
  { database, config }: Benchmark,
  { candidates, storeUrl }: { candidates: number; storeUrl: string },
): Promise<Market> {
  const { shops, variantIds } = await seedShops(database.db, {
    group: candidates,
    shops: candidates + 1,
    articles: ARTICLES,
    onHand: ON_HAND,
    storeUrl,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  await sleep(KNOWN_AFTER_MS);
  const [seller] = shops;
  if (!seller) throw new Error('a market without shops');
  const to = { path: `/shops/${seller.slug}/events`, secret: seller.signingSecret };
  let count = 0;
  const next = () => {
    count += 1;
    const line = anOrderLine({ variant_id: variantIds[count % ARTICLES] ?? '' });
    return signedEvent(to, { name: 'order.created', data: anOrder({ line_items: [line] }) });
  };
  return { candidates, seller, next };
}
