import { rows, type Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';
import { listProducts } from '../matching/list-products';
import { searchProducts } from '../matching/search-products';
import { WordCounts } from '../matching/word-counts';

const LOOK_EVERY_MS = 5_000;
/**
 * Products listed per transaction, some milliseconds each; products searched for per transaction, some tenths of a
 * second for twenty.
 */
const [LISTED_AT_ONCE, SEARCHED_AT_ONCE] = [500, 20];

const PUT_OFF_MS = 3_600_000;

const ShopRow = z.object({ shopId: z.int(), runId: z.string(), isListed: z.boolean() });

/**
 * Proposes links for variants without a barcode, after each catalogue run, for what changed in it (record 65). All of a
 * run is listed, and committed, before any of it is searched for: of two shops with simultaneous runs the later one
 * finds the other.
 */
export function searchLinks(): Sweep {
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
      const { shopId, runId } = shop;
      if (!shop.isListed) {
        const listed = await listProducts(tx, shopId, LISTED_AT_ONCE);
        if (listed === 0) await tx.linkSearch.update({ where: { shopId }, data: { listed: runId } });
        return Math.max(listed, 1);
      }
      const searched = await searchProducts(tx, shopId, { atMost: SEARCHED_AT_ONCE, counts, now });
      if (searched === 0) await tx.linkSearch.update({ where: { shopId }, data: { searched: runId } });
      return Math.max(searched, 1);
    },
    // A failure with one shop delays no other.
    async defer(tx, _error, now) {
      if (begun === undefined) return;
      const notBefore = new Date(now + PUT_OFF_MS);
      await tx.linkSearch.update({ where: { shopId: begun }, data: { notBefore } });
    },
  };
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
