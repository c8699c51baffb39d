import * as vendure from '@vendure/core';
import { fieldsOf } from './fields';
import { HUB_LOCATION } from './network';

export const free = (level?: vendure.StockLevel) => (level ? level.stockOnHand - level.stockAllocated : 0);

/** A line comes whole from one location: one of the shop's own before the network's. What the network ordered never does. */
export class HubStockLocationStrategy extends vendure.BaseStockLocationStrategy {
  /** @param isTakingIn then nothing is out of stock: the service has the order from here, whatever is left */
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
    const network = all.filter((one) => !own.includes(one) && !fieldsOf(line).hubRef);
    const has = ({ id }: vendure.StockLocation) => free(levels.find((level) => level.stockLocationId === id));
    const location = [...own, ...network].find((one) => has(one) >= quantity) ?? own[0];
    return location ? [{ location, quantity }] : [];
  };
}

/** A line of a shipping order costs its payout; any other what it costs in this shop. */
export const payoutPrices = (
  usual: vendure.OrderItemPriceCalculationStrategy,
): vendure.OrderItemPriceCalculationStrategy => ({
  init: (injector) => usual.init?.(injector),
  calculateUnitPrice: (...given) =>
    typeof given[2]['hubPrice'] === 'number'
      ? { price: given[2]['hubPrice'], priceIncludesTax: true }
      : usual.calculateUnitPrice(...given),
});
