import type { Tx } from '@hub/database';
import { isReplayedSame, replayDecision, type RoutingPolicy } from '@hub/orders';
import { time } from '../fields';
import { readDecisions, readSlugs } from './explain-order';

/** What another policy would have chosen on the figures of an order's stored decisions. Nothing is written. */
export async function replayOrder(tx: Tx, sellerOrderId: string, policy: RoutingPolicy) {
  const slugOf = await readSlugs(tx);
  const decisions = await readDecisions(tx, sellerOrderId);
  return {
    policy: { version: policy.version, band_km: policy.bandKm },
    decisions: decisions.map(({ id, decidedAt, detail }) => ({
      id,
      decided_at: time(decidedAt),
      policy_then: { version: detail.policy.version, band_km: detail.policy.bandKm },
      lines: replayDecision(detail, policy).map((line) => ({
        line_item_id: line.lineItemId,
        was: line.was && slugOf(line.was.shopId),
        would_be: line.becomes && slugOf(line.becomes.shopId),
        differs: !isReplayedSame(line),
        certain: line.certain,
        shops_left_out: line.leftOut,
        ranking: line.candidates.map(({ shopId, freeStock, distanceKm }) => ({
          shop: slugOf(shopId),
          free_stock: freeStock,
          distance_km: distanceKm,
        })),
      })),
    })),
  };
}
