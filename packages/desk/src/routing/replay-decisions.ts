import type { Database } from '@hub/database';
import { comparePolicies, DecisionDetail, type Criteria } from '@hub/orders/routing';

/** The stored decisions of an order, the oldest first, under a policy of other criteria. Only reads. */
export async function replayDecisions(
  db: Database,
  { sellerOrderId, criteria }: { sellerOrderId: string; criteria: Criteria },
) {
  const [decisions, shops] = await Promise.all([
    db.routingDecision.findMany({
      where: { sellerOrderId },
      orderBy: { number: 'asc' },
      select: { id: true, decidedAt: true, policyVersion: true, detail: true },
    }),
    db.shop.findMany({ select: { id: true, slug: true, name: true, country: true } }),
  ]);
  const byId = new Map(shops.map(({ id, slug, name }) => [id, { slug, name }]));
  const countries = new Map(shops.map(({ id, country }) => [id, country]));
  const countryOf = (id: number) => countries.get(id) ?? null;
  const shopOf = (id: number) => byId.get(id) ?? { slug: String(id), name: `shop ${id}` };
  return decisions.map(({ detail, ...decision }) => {
    const read = DecisionDetail.safeParse(detail);
    const policies = { other: { version: 'other', criteria }, against: null };
    return {
      ...decision,
      /** Null: what was stored cannot be read. */
      criteria: read.success ? read.data.policy.criteria : null,
      lines: (read.success ? comparePolicies(read.data, policies, countryOf) : []).map((line) => ({
        lineItemId: line.lineItemId,
        was: line.was && shopOf(line.was.shopId),
        becomes: line.becomes && { ...shopOf(line.becomes.shopId), distanceKm: line.becomes.distanceKm },
        why: line.why,
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
