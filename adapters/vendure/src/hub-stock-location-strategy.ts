import { AsyncLocalStorage } from 'node:async_hooks';
import {
  BaseStockLocationStrategy,
  idsAreEqual,
  type LocationWithQuantity,
  type OrderLine,
  type RequestContext,
  StockLevel,
  type StockLocation,
} from '@vendure/core';
import { HUB_LOCATION } from './custom-fields';

/** While a shipping order is taken in, nothing counts as out of stock: the service has it from here, whatever is left. */
export const takingIn = new AsyncLocalStorage<true>();

const free = (level: StockLevel | undefined): number =>
  level ? level.stockOnHand - level.stockAllocated : 0;

/** A line comes whole from one location: one of the shop's own before the network's. What the network ordered never does. */
export class HubStockLocationStrategy extends BaseStockLocationStrategy {
  /** What can be bought at once is what one location has; what is there in all can leave. */
  getAvailableStock(_ctx: RequestContext, _variantId: unknown, levels: StockLevel[]) {
    if (takingIn.getStore()) return { stockOnHand: Number.MAX_SAFE_INTEGER, stockAllocated: 0 };
    const stockOnHand = levels.reduce((sum, level) => sum + level.stockOnHand, 0);
    return { stockOnHand, stockAllocated: stockOnHand - Math.max(0, ...levels.map(free)) };
  }

  async forAllocation(
    ctx: RequestContext,
    locations: StockLocation[],
    line: OrderLine,
    quantity: number,
  ): Promise<LocationWithQuantity[]> {
    const where = { productVariantId: line.productVariantId };
    const levels = await this.connection.getRepository(ctx, StockLevel).find({ where });
    const has = ({ id }: StockLocation) =>
      free(levels.find((level) => idsAreEqual(level.stockLocationId, id)));
    const own = locations.filter(({ name }) => name !== HUB_LOCATION);
    const network = line.customFields.hubRef ? [] : locations.filter(({ name }) => name === HUB_LOCATION);
    const location = [...own, ...network].find((one) => has(one) >= quantity) ?? own[0];
    return location ? [{ location, quantity }] : [];
  }
}
