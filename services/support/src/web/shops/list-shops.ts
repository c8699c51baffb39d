import { CapabilityState } from '@hub/database';
import type { CallFigures, ShopHealth } from '@hub/support-desk';
import { z } from 'zod';
import { FilterText } from '../layout/filter-text';
import { oneOf } from '../lists/one-of';
import { isFailing, SHOP_STATES, stateOfShop } from './shop-labels';
import { readListFilter } from '../lists/read-filter';

/** A shop in the list of all. */
export interface ListedShop extends ShopHealth {
  figures: CallFigures | undefined;
  /** How many items of paid orders are at risk until its store or its people act. */
  atRisk: number;
}

const FACTS = ['at_risk', 'failing', 'held', 'out_of_sync'] as const;
const SORTS = ['state', 'risk', 'calls', 'failures', 'latency', 'out_of_sync'] as const;
type Sort = (typeof SORTS)[number];

const Query = z.object({
  /** A part of its name or slug. */
  name: FilterText,
  state: oneOf(SHOP_STATES),
  orders: oneOf(Object.values(CapabilityState)),
  with: oneOf(FACTS),
  sort: oneOf(SORTS),
});

/** The filter as the address carries it. */
export type ShopQuery = z.output<typeof Query>;

/** Reads the filter of an address. Throws `PageError`. */
export function readShopQuery(input: unknown): ShopQuery {
  return readListFilter(Query, input, 'shop');
}

/** The shops that match, sorted as requested; by name by default, and where all else is equal. */
export function narrowShops(shops: readonly ListedShop[], query: ShopQuery): ListedShop[] {
  const order = query.sort === undefined ? () => 0 : ORDERS[query.sort];
  return shops
    .filter((shop) => fits(shop, query))
    .toSorted((one, other) => order(one, other) || byName.compare(one.name, other.name));
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function fits(shop: ListedShop, { name, state, orders, with: fact }: ShopQuery): boolean {
  const words = `${shop.name} ${shop.shop}`.toLowerCase();
  return (
    (name === undefined || words.includes(name.toLowerCase())) &&
    (state === undefined || stateOfShop(shop) === state) &&
    (orders === undefined || shop.capabilities.orders === orders) &&
    (fact === undefined || HAS[fact](shop))
  );
}

const HAS: Record<(typeof FACTS)[number], (shop: ListedShop) => boolean> = {
  at_risk: ({ atRisk }) => atRisk > 0,
  failing: isFailing,
  held: ({ held, circuit }) => held !== null || circuit.state === 'open',
  out_of_sync: ({ outOfSync }) => outOfSync.count > 0,
};

/** The largest first. */
const most = (of: (shop: ListedShop) => number) => (one: ListedShop, other: ListedShop) =>
  of(other) - of(one);

const ORDERS: Record<Sort, (one: ListedShop, other: ListedShop) => number> = {
  state: most((shop) => -SHOP_STATES.indexOf(stateOfShop(shop))),
  risk: most(({ atRisk }) => atRisk),
  calls: most(({ lastHour }) => lastHour.calls),
  failures: most(({ lastHour }) => lastHour.errorRate),
  latency: most(({ figures }) => figures?.p95Ms ?? -1),
  out_of_sync: most(({ outOfSync }) => outOfSync.count),
};
