import type { Database } from '@hub/database';
import { DecisionDetail, isReplayedSame, replayDecision, type RoutingPolicy } from '@hub/orders';

/** The stored decisions of an order, the oldest first, under a policy with other bands. Only reads. */
export async function replayDecisions(
  db: Database,
  { sellerOrderId, bandKm }: { sellerOrderId: string; bandKm: number },
) {
  const [decisions, shops] = await Promise.all([
    db.routingDecision.findMany({
      where: { sellerOrderId },
      orderBy: { number: 'asc' },
      select: { id: true, decidedAt: true, policyVersion: true, detail: true },
    }),
    db.shop.findMany({ select: { id: true, slug: true, name: true } }),
  ]);
  const byId = new Map(shops.map(({ id, ...shop }) => [id, shop]));
  const shopOf = (id: number) => byId.get(id) ?? { slug: String(id), name: `shop ${id}` };
  return decisions.map(({ detail, ...decision }) => {
    const read = DecisionDetail.safeParse(detail);
    const policy: RoutingPolicy = { version: 'other', bandKm };
    return {
      ...decision,
      bandKm: read.success ? read.data.policy.bandKm : null,
      lines: (read.success ? replayDecision(read.data, policy) : []).map((line) => ({
        lineItemId: line.lineItemId,
        was: line.was && shopOf(line.was.shopId),
        becomes: line.becomes && { ...shopOf(line.becomes.shopId), distanceKm: line.becomes.distanceKm },
        isSame: isReplayedSame(line),
        certain: line.certain,
        leftOut: line.leftOut,
        ranking: line.candidates.map(({ shopId, freeStock, distanceKm }) => ({
          ...shopOf(shopId),
          freeStock,
          distanceKm,
        })),
      })),
    };
  });
}
export type ReplayedOrder = Awaited<ReturnType<typeof replayDecisions>>;
