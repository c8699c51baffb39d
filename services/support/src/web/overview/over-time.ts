import { DURATION_BOUNDS, durationWithin, type Figure, type NetworkFigure } from '@hub/desk/figures';
import type { Overview } from './read-overview';

/** The figures of one step of the range. */
export interface StepRow {
  at: Date;
  orders: number;
  accepted: number;
  refused: number;
  confirmed: number;
  failed: number;
  /** The durations in ms within which 50 % and 95 % of the calls ended; null: there were none. */
  p50: number | null;
  p95: number | null;
}

/** The whole network step by step. */
export function stepRows({ range, network }: Pick<Overview, 'range' | 'network'>): StepRow[] {
  const bySteps = range.steps.map((): NetworkFigure[] => []);
  for (const figure of network) bySteps[figure.step]?.push(figure);
  return bySteps.map((figures, step) => {
    const durations = durationsOf(figures);
    return {
      at: new Date(range.steps[step] ?? 0),
      orders: sumOf(figures, 'orders', ''),
      accepted: sumOf(figures, 'events', 'accepted'),
      refused: sumOf(figures, 'events', 'refused'),
      confirmed: sumOf(figures, 'calls', 'confirmed'),
      failed: sumOf(figures, 'calls', 'failed'),
      p50: durationWithin(durations, 0.5),
      p95: durationWithin(durations, 0.95),
    };
  });
}

/** How the store of one shop did over the whole range. */
export interface StoreRow {
  slug: string;
  name: string;
  suspended: boolean;
  /** Orders that the shop itself sent. */
  orders: number;
  calls: number;
  failed: number;
  p95: number | null;
}

/** Stores by result, those with the most failed calls first; without removed shops. */
export function storeRows({ shops, ofShops }: Pick<Overview, 'shops' | 'ofShops'>): StoreRow[] {
  const byShop = new Map<number, Figure[]>();
  for (const figure of ofShops) byShop.set(figure.shopId, [...(byShop.get(figure.shopId) ?? []), figure]);
  return shops
    .filter(({ removed }) => !removed)
    .map(({ id, slug, name, suspended }) => {
      const figures = byShop.get(id) ?? [];
      const failed = sumOf(figures, 'calls', 'failed');
      return {
        slug,
        name,
        suspended,
        orders: sumOf(figures, 'orders', ''),
        calls: failed + sumOf(figures, 'calls', 'confirmed'),
        failed,
        p95: durationWithin(durationsOf(figures), 0.95),
      };
    })
    .toSorted((a, b) => b.failed - a.failed || b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

/** Orders from the selling shop to the shipping shop, or not shipped by any yet. */
export interface FlowRow {
  from: string;
  to: string;
  count: number;
}

const NO_SHOP_YET = 'waiting for a shop';

/** The largest first. */
export function flowRows({ shops, ofShops }: Pick<Overview, 'shops' | 'ofShops'>): FlowRow[] {
  const names = new Map(shops.map(({ id, name }) => [String(id), name]));
  const rows = new Map<string, FlowRow>();
  for (const { kind, shopId, key, count } of ofShops) {
    if (kind !== 'flow') continue;
    const [from, to] = [names.get(String(shopId)), key === 'waiting' ? NO_SHOP_YET : names.get(key)];
    if (from === undefined || to === undefined) continue;
    const pair = `${shopId} ${key}`;
    rows.set(pair, { from, to, count: count + (rows.get(pair)?.count ?? 0) });
  }
  return [...rows.values()].toSorted((a, b) => b.count - a.count || (a.from < b.from ? -1 : 1));
}

type Counted = Pick<Figure, 'kind' | 'key' | 'count'>;

function sumOf(figures: readonly Counted[], kind: Figure['kind'], key: string): number {
  return figures
    .filter((figure) => figure.kind === kind && figure.key === key)
    .reduce((sum, { count }) => sum + count, 0);
}

function durationsOf(figures: readonly Counted[]): number[] {
  return Array.from({ length: DURATION_BOUNDS.length + 1 }, (_, n) => sumOf(figures, 'durations', String(n)));
}
