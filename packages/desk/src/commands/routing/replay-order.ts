import type { Tx } from '@hub/database';
import { comparePolicies, type RoutingPolicy } from '@hub/orders/routing';
import { compareLatest, type ComparedOrders } from '../../routing/lab/compare-latest';
import { time } from '../fields';
import { describePolicy } from './describe-policy';
import { readDecisions, readShops } from './explain-order';

/** Two policies; `against` null: the one is compared with what was decided. */
export interface TwoPolicies {
  other: RoutingPolicy;
  against: RoutingPolicy | null;
}

/**
 * What another policy would have chosen on the figures of an order's stored decisions, and what differs. Nothing is
 * written.
 */
export async function replayOrder(tx: Tx, sellerOrderId: string, policies: TwoPolicies) {
  const { slugOf, countryOf } = await readShops(tx);
  const decisions = await readDecisions(tx, sellerOrderId);
  const compared = await compareLatest(tx, { ...policies, countryOf, of: { sellerOrderId } });
  return {
    ...describePolicies(policies),
    decisions: decisions.map(({ id, decidedAt, detail }) => ({
      id,
      decided_at: time(decidedAt),
      policy_then: describePolicy(detail.policy),
      lines: comparePolicies(detail, policies, countryOf).map((line) => ({
        line_item_id: line.lineItemId,
        was: line.was && slugOf(line.was.shopId),
        would_be: line.becomes && slugOf(line.becomes.shopId),
        differs: line.why !== null,
        why: line.why,
        certain: line.certain,
        shops_left_out: line.leftOut,
        ranking: line.candidates.map(({ shopId, freeStock, distanceKm }) => ({
          shop: slugOf(shopId),
          free_stock: freeStock,
          distance_km: distanceKm,
        })),
      })),
    })),
    ...describeCompared(compared, slugOf),
  };
}

/** The same over the latest decisions of all shops. */
export async function replayLatest(tx: Tx, latest: number, policies: TwoPolicies) {
  const { slugOf, countryOf } = await readShops(tx);
  const compared = await compareLatest(tx, { ...policies, countryOf, of: { latest } });
  return { ...describePolicies(policies), decisions: [], ...describeCompared(compared, slugOf) };
}

function describePolicies({ other, against }: TwoPolicies) {
  return { policy: describePolicy(other), against: against && describePolicy(against) };
}

/** Kilometres, parcels and orders per shop on both sides, and the lines that go elsewhere. */
function describeCompared({ figures, moved }: ComparedOrders, slugOf: (shopId: number) => string) {
  const side = (name: 'was' | 'becomes') => {
    const { parcels, km, waiting } = figures[name];
    const shops = figures.shops
      .filter((shop) => shop[name].orders > 0)
      .map((shop) => ({
        shop: slugOf(shop.shopId),
        orders: shop[name].orders,
        lines: shop[name].lines,
      }))
      .toSorted((a, b) => b.orders - a.orders || (a.shop < b.shop ? -1 : 1));
    return { parcels, kilometres: Math.round(km * 10) / 10, lines_waiting: waiting, shops };
  };
  const { compared, untold, dryRuns, unreadable, withKm, movedOrders, lines, why } = figures;
  return {
    figures: {
      decisions: compared,
      cannot_be_known: untold,
      of_dry_runs: dryRuns,
      cannot_be_read: unreadable,
      /** The kilometres are of these. */
      with_all_distances: withKm,
      lines,
      differ: movedOrders,
      why,
      was: side('was'),
      would_be: side('becomes'),
    },
    elsewhere: moved.map((line) => ({
      shop: slugOf(line.sellerId),
      order_id: line.orderId,
      line_item_id: line.lineItemId,
      was: line.was && slugOf(line.was.shopId),
      would_be: line.becomes && slugOf(line.becomes.shopId),
      why: line.why,
    })),
  };
}
