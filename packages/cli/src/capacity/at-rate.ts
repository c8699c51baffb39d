import { COSTS, type Cost } from './costs';
import type { Kind } from './workload';

/**
 * Events that arrive together are handled together, so that an event costs less at a higher rate. Between the two
 * measured rates the cost is interpolated on two logarithmic scales; outside of them it is that of the nearer one.
 * Pure.
 *
 * @param perCopy events a second that one copy handles
 */
export function costAt(kind: Kind, perCopy: number, of: (cost: Cost) => number): number {
  const [calm, busy] = COSTS[kind];
  if (!calm || !busy) throw new Error(`no cost of ${kind} was measured`);
  const [low, high] = [of(calm.cost), of(busy.cost)];
  if (perCopy <= calm.perSecond) return low;
  if (perCopy >= busy.perSecond) return high;
  if (low <= 0 || high <= 0) return Math.max(low, high);
  const way = Math.log(perCopy / calm.perSecond) / Math.log(busy.perSecond / calm.perSecond);
  return low * (high / low) ** way;
}
