import { LIMITS } from '@hub/contract';
import type { KitContext } from '../context';
import { type CataloguePage, quantityAt } from '../facts/catalogue';
import type { StockLevel } from '../facts/facts';

/** What every variant of the catalogue has at the agreed locations and at the network's; nothing, where the adapter cannot be asked for stock. */
export async function* listedStock<Tx>(kit: KitContext<Tx>): AsyncGenerator<StockLevel> {
  const { adapter, networkLocationId } = kit;
  if (!adapter.stockOf) return;
  const locations = [...(await adapter.locations()), networkLocationId];
  for (let cursor: string | null = null; ;) {
    const page: CataloguePage = await adapter.products({ limit: LIMITS.pageSize, cursor });
    const { products, nextCursor } = page;
    for (const { variantId, inventory } of products.flatMap(({ variants }) => variants))
      for (const locationId of locations)
        yield { variantId, locationId, quantity: quantityAt(locationId, inventory) ?? 0 };
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
