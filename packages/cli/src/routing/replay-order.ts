import type { Tx } from '@hub/database';
import { isReplayedSame, replayDecision, type RoutingPolicy } from '@hub/orders';
import { print, printTable, time } from '../output';
import { readDecisions, readSlugs } from './explain-order';

export type ReplayedOrder = Awaited<ReturnType<typeof replayOrder>>;

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

export function printReplayedOrder({ policy, decisions }: ReplayedOrder): void {
  for (const decision of decisions) {
    print(
      `decided ${decision.decided_at} by ${decision.policy_then.version} (bands of ${decision.policy_then.band_km} km); ` +
        `replayed by ${policy.version} (${policy.band_km} km), with no effect`,
    );
    printTable(
      ['line', 'was', 'would be', '', 'ranking'],
      decision.lines.map((line) => [
        line.line_item_id,
        line.was ?? 'waits',
        line.would_be ?? 'waits',
        line.certain ? (line.differs ? 'differs' : 'same') : 'cannot be told',
        line.ranking.map(({ shop }) => shop).join(', ') +
          (line.shops_left_out > 0 ? ` (${line.shops_left_out} more, whose figures are not kept)` : ''),
      ]),
    );
    const differing = decision.lines.filter(({ differs, certain }) => differs && certain).length;
    const untold = decision.lines.filter(({ certain }) => !certain).length;
    print(
      `${differing} of ${decision.lines.length} line(s) differ` +
        (untold > 0
          ? `; of ${untold} it cannot be told: distances are kept to 100 m, and the best ten shops`
          : ''),
    );
  }
}
