import type { WriteWork } from '@hub/store-writes';
import { z } from 'zod';
import { variantText } from '../stock/stock-facts';
import type { ClaimedQuantity } from '../writing/write-records';
import { recalculateArticles } from './recalculate-articles';
import { rows } from '@hub/database';

const TargetRow = z.object({ shopId: z.int(), variantId: z.string(), wanted: z.int() });

/**
 * D16: what is sent is the target at that time. Rows that are written before their article's time in the sync cycle
 * (after a failure, or after a store reported otherwise) are brought up to date after they are claimed.
 */
export async function refreshClaimed(
  work: WriteWork,
  claimed: readonly ClaimedQuantity[],
  syncIntervalMs: number,
): Promise<ClaimedQuantity[]> {
  const gtins = new Set(claimed.flatMap(({ unsentOf }) => unsentOf ?? []));
  if (gtins.size === 0) return [...claimed];
  const articles = [...gtins].map((gtin) => ({ gtin, correlation: 'network quantities', offered: null }));
  const wanted = await work.transactSql(async (tx) => {
    await recalculateArticles(tx, articles, { now: work.now, syncIntervalMs });
    const found = await rows(
      TargetRow,
      tx.$queryRaw`
      SELECT n.shop_id AS "shopId", n.variant_id AS "variantId", n.wanted
      FROM network_quantity n
      JOIN unnest(${claimed.map((one) => one.shopId)}::int[], ${claimed.map((one) => one.variantId)}::text[])
        AS c (shop_id, variant_id) ON n.shop_id = c.shop_id AND n.variant_id = c.variant_id`,
    );
    return new Map(found.map((row) => [variantText(row), row.wanted]));
  });
  return claimed.map((write) => ({ ...write, quantity: wanted.get(variantText(write)) ?? write.quantity }));
}
