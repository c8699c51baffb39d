import type { Delivery, SimulatedStore, StoreOrder } from '@hub/store-simulator';
import { titlesOf, type Journal } from '../journal';

/** What a store has in the end. */
export type StoreEvidence = Pick<SimulatedStore, 'slug' | 'orders' | 'returns' | 'notifications'> & {
  deliveries: readonly Delivery[];
};

/** A sold line as a shop has it that was to ship it. */
export interface Placement {
  title: string;
  shop: string;
  order: StoreOrder;
  line: StoreOrder['lines'][number];
}

/** Everything the verdict rests on: the stores' side alone. */
export interface Evidence {
  journal: Journal;
  stores: readonly StoreEvidence[];
  /** By the line's title. */
  placements: ReadonlyMap<string, readonly Placement[]>;
}

export function gatherEvidence(journal: Journal, stores: readonly StoreEvidence[]): Evidence {
  const placements = new Map<string, Placement[]>();
  for (const placement of stores.flatMap(placementsAt))
    placements.set(placement.title, [...(placements.get(placement.title) ?? []), placement]);
  return { journal, stores, placements };
}

function placementsAt({ slug: shop, orders }: StoreEvidence): Placement[] {
  return orders
    .filter(({ kind }) => kind === 'shipping')
    .flatMap((order) => {
      const titles = titlesOf(order);
      return order.lines.map((line, index) => ({ shop, order, line, title: titles[index] ?? '' }));
    });
}
