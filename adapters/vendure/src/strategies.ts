import * as vendure from '@vendure/core';
import { free } from './facts';
import { fieldsOf } from './fields';
import { location as HUB_LOCATION } from './set-up.json';

/** A line comes whole from one location: one of the shop's own before the network's. What the network ordered never does. */
export class HubStockLocationStrategy extends vendure.BaseStockLocationStrategy {
  /** @param isTakingIn then nothing is out of stock: the service's order is accepted, whatever is left */
  constructor(private readonly isTakingIn: () => boolean) {
    super();
  }

  /** What can be bought at once is what one location has; what is there in all can leave. */
  getAvailableStock(_ctx: vendure.RequestContext, _variantId: vendure.ID, levels: vendure.StockLevel[]) {
    if (this.isTakingIn()) return { stockOnHand: Number.MAX_SAFE_INTEGER, stockAllocated: 0 };
    const stockOnHand = levels.reduce((sum, level) => sum + level.stockOnHand, 0);
    return { stockOnHand, stockAllocated: stockOnHand - Math.max(0, ...levels.map(free)) };
  }

  forAllocation: vendure.StockLocationStrategy['forAllocation'] = async (ctx, all, line, quantity) => {
    const where = { productVariantId: line.productVariantId };
    const levels = await this.connection.getRepository(ctx, vendure.StockLevel).find({ where });
    const own = all.filter(({ name }) => name !== HUB_LOCATION);
    const enough = levels.filter((level) => free(level) >= quantity).map((level) => level.stockLocationId);
    const places = fieldsOf(line).hubRef ? own : [...own, ...all];
    const location = places.find(({ id }) => enough.includes(id)) ?? own[0];
    return location ? [{ location, quantity }] : [];
  };
}

/** A line of a shipping order costs its payout; any other what it costs in this shop. */
export const payoutPrices = (usual: vendure.OrderItemPriceCalculationStrategy): typeof usual => ({
  init: (injector) => usual.init?.(injector),
  calculateUnitPrice: (...given) =>
    typeof given[2]['hubPrice'] === 'number'
      ? { price: given[2]['hubPrice'], priceIncludesTax: true }
      : usual.calculateUnitPrice(...given),
});
