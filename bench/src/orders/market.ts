import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@hub/database';
import { anAddress, anOrder, anOrderLine, type StoredShop } from '@hub/testing';
import type { Benchmark } from '../benchmark';
import { seedShops } from '../seed-shops';
import { signedEvent } from '../signed-event';

const ARTICLES = 50;
/** Never sold out: the choice is measured, not the lack of stock. */
const ON_HAND = 1_000_000;
/**
 * Each shop has up to this many more pieces of an article, at random: otherwise the same shop would come first for all.
 */
const SPREAD = 1_024;
/** Shops applied a moment ago are known to the ingress within a second. */
const KNOWN_AFTER_MS = 1_500;

/** Near enough to one another for one band of distances (D19): the parcels of an order stay together. */
const PLACES = [
  { locationId: '1001', latitude: 59.33, longitude: 18.06 },
  { locationId: '1002', latitude: 59.36, longitude: 17.98 },
  { locationId: '1003', latitude: 59.27, longitude: 18.11 },
];
const CUSTOMER = { latitude: 59.31, longitude: 18.02 };

/** `plain`: orders of one line. `placed`: of three, to a place, with three places of stock in each shop. */
export type MarketKind = 'plain' | 'placed';

/** Shops that all have the same articles; the first sells them, the others may ship. */
export interface Market {
  candidates: number;
  kind: MarketKind;
  seller: { id: number; signingSecret: string };
  /** All of them, the seller first. */
  shops: StoredShop[];
  /** The next signed order of one piece of the next article. */
  next: () => Buffer;
}

export async function seedMarket(
  { database, config }: Benchmark,
  { candidates, kind, storeUrl }: { candidates: number; kind: MarketKind; storeUrl: string },
): Promise<Market> {
  const { shops, variantIds } = await seedShops(database.db, {
    group: kind === 'plain' ? candidates : candidates + 1,
    ...(kind === 'placed' ? { locations: PLACES } : {}),
    shops: candidates + 1,
    articles: ARTICLES,
    onHand: ON_HAND,
    storeUrl,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  await spreadStock(database.db);
  await sleep(KNOWN_AFTER_MS);
  const [seller] = shops;
  if (!seller) throw new Error('a market without shops');
  const to = { path: `/shops/${seller.slug}/events`, secret: seller.signingSecret };
  let count = 0;
  const next = () => {
    count += 1;
    const lineOf = (number: number) => anOrderLine({ variant_id: variantIds[number % ARTICLES] ?? '' });
    const order =
      kind === 'plain'
        ? { line_items: [lineOf(count)] }
        : { line_items: [0, 1, 2].map((n) => lineOf(count + n)), shipping_address: anAddress(CUSTOMER) };
    return signedEvent(to, { name: 'order.created', data: anOrder(order) });
  };
  return { candidates, kind, seller, shops, next };
}

/** The same in every run. */
async function spreadStock(db: Database): Promise<void> {
  await db.$executeRaw`
    WITH more AS (
      SELECT shop_id, variant_id, abs(hashtext(shop_id || '/' || variant_id)) % ${SPREAD}::int AS pieces FROM variant
    ), levels AS (
      UPDATE stock_level l SET quantity = l.quantity + m.pieces
      FROM more m WHERE m.shop_id = l.shop_id AND m.variant_id = l.variant_id
    )
    UPDATE variant v SET on_hand = v.on_hand + m.pieces
    FROM more m WHERE m.shop_id = v.shop_id AND m.variant_id = v.variant_id`;
}
