import { rows, type Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';
import { listProducts } from '../matching/list-products';
import { searchProducts } from '../matching/search-products';
import { WordCounts } from '../matching/word-counts';
import type { ShopWork } from '../shop-work';

const LOOK_EVERY_MS = 5_000;
/**
 * Products listed per transaction, some milliseconds each; products searched for per transaction, some tenths of a
 * second for twenty.
 */
const [LISTED_AT_ONCE, SEARCHED_AT_ONCE] = [500, 20];

const DEFER_MS = 3_600_000;

const ShopRow = z.object({ shopId: z.int(), runId: z.string(), isListed: z.boolean() });

/**
 * Proposes links for variants without a barcode, after each catalogue run, for what changed in it. All of a run is
 * listed, and committed, before any of it is searched for: of two shops with simultaneous runs the later one finds the
 * other (decisions/catalogue-and-links.md#searching-for-proposals).
 */
export function searchLinks(shopWork: Pick<ShopWork, 'doing' | 'finished'>): Sweep {
  const counts = new WordCounts();
  let begun: number | undefined;
  return {
    name: 'search links',
    everyMs: LOOK_EVERY_MS,
    batch: 1,
    async run(tx, now) {
      begun = undefined;
      // Committed at once, so that no other copy waits for it.
      const added = await addShops(tx);
      if (added > 0) return added;
      const shop = await lockShopToSearch(tx, new Date(now));
      begun = shop?.shopId;
      if (!shop) return 0;
      const of = { shopId: shop.shopId, work: 'search_links' } as const;
      const done = await shopWork.doing(of, () => searchShop(tx, shop, { counts, now }));
      if (done === null) await deferShop(tx, shop.shopId, now);
      else if (done.result === 'finished') await shopWork.finished(of);
      return 1;
    },
    // A failure with one shop delays no other.
    async defer(tx, _error, now) {
      if (begun !== undefined) await deferShop(tx, begun, now);
    },
  };
}

/** Lists some products of a shop, or searches for some that are listed. */
async function searchShop(
  tx: Tx,
  { shopId, runId, isListed }: z.output<typeof ShopRow>,
  { counts, now }: { counts: WordCounts; now: number },
): Promise<'more' | 'finished'> {
  if (!isListed) {
    const listed = await listProducts(tx, shopId, LISTED_AT_ONCE);
    if (listed === 0) await tx.linkSearch.update({ where: { shopId }, data: { listed: runId } });
    return 'more';
  }
  const searched = await searchProducts(tx, shopId, { atMost: SEARCHED_AT_ONCE, counts, now });
  if (searched > 0) return 'more';
  await tx.linkSearch.update({ where: { shopId }, data: { searched: runId } });
  return 'finished';
}

async function deferShop(tx: Tx, shopId: number, now: number): Promise<void> {
  await tx.linkSearch.update({ where: { shopId }, data: { notBefore: new Date(now + DEFER_MS) } });
}

function addShops(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO link_search (shop_id) SELECT id FROM shop s
    WHERE NOT EXISTS (SELECT FROM link_search k WHERE k.shop_id = s.id) ON CONFLICT DO NOTHING`;
}

/** The shop whose latest accepted run has waited longest; copies of the worker take different ones. */
async function lockShopToSearch(tx: Tx, now: Date): Promise<z.output<typeof ShopRow> | undefined> {
  const [shop] = await rows(
    ShopRow,
    tx.$queryRaw`
    SELECT k.shop_id AS "shopId", r.id AS "runId", k.listed IS NOT DISTINCT FROM r.id AS "isListed"
    FROM link_search k
    JOIN shop s ON s.id = k.shop_id AND s.removed_at IS NULL
    CROSS JOIN LATERAL (
      SELECT id, finished_at FROM catalogue_run WHERE shop_id = k.shop_id AND state = 'accepted'
      ORDER BY requested_at DESC LIMIT 1) r
    WHERE k.searched IS DISTINCT FROM r.id AND (k.not_before IS NULL OR k.not_before <= ${now}::timestamptz)
    ORDER BY r.finished_at, k.shop_id LIMIT 1 FOR UPDATE OF k SKIP LOCKED`,
  );
  return shop;
}
