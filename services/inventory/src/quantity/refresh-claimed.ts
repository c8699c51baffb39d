import { rows } from '@hub/database';
import type { WriteWork } from '@hub/store-writes';
import { z } from 'zod';
import { variantText } from '../stock/stock-facts';
import type { ClaimedQuantity } from '../writing/write-records';
import { lockArticles } from './article-calculations';
import { saveTargets } from './network-quantity-records';
import { calculateTargets } from './recalculate-articles';

const TargetRow = z.object({ shopId: z.int(), variantId: z.string(), target: z.int() });

/**
 * D16: what is sent is the target at that time. Rows of an article that changed since its last calculation are brought
 * up to date after they are claimed, and no others: a thousand shops that share an article are written in many claims.
 * The article keeps its time in the sync cycle, and what its stock may fall by until then: a row brought up to date
 * could spare more.
 */
export async function refreshClaimed(
  work: WriteWork,
  claimed: readonly ClaimedQuantity[],
  syncIntervalMs: number,
): Promise<ClaimedQuantity[]> {
  const gtins = new Set(claimed.flatMap(({ unsentOf }) => unsentOf ?? []));
  if (gtins.size === 0) return [...claimed];
  const articles = [...gtins].map((gtin) => ({ gtin, correlation: 'network quantities', offered: null }));
  const keys = new Set(claimed.map(variantText));
  const targetOf = await work.transactSql(async (tx) => {
    await lockArticles(tx, [...gtins], 'wait');
    const targets = await calculateTargets(tx, articles, work.now);
    const ofClaimed = targets.filter((target) => keys.has(variantText(target)));
    await saveTargets(tx, ofClaimed, { syncIntervalMs, save: 'urgent' });
    const found = await rows(
      TargetRow,
      tx.$queryRaw`
      SELECT n.shop_id AS "shopId", n.variant_id AS "variantId", n.wanted AS target
      FROM network_quantity n
      JOIN unnest(${claimed.map((one) => one.shopId)}::int[], ${claimed.map((one) => one.variantId)}::text[])
        AS c (shop_id, variant_id) ON n.shop_id = c.shop_id AND n.variant_id = c.variant_id`,
    );
    return new Map(found.map((row) => [variantText(row), row.target]));
  });
  return claimed.map((write) => ({ ...write, quantity: targetOf.get(variantText(write)) ?? write.quantity }));
}
