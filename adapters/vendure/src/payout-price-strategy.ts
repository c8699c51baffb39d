import type { Injector, OrderItemPriceCalculationStrategy } from '@vendure/core';

/** A line of a shipping order costs its payout; any other what it costs in this shop. */
export class PayoutPriceStrategy implements OrderItemPriceCalculationStrategy {
  constructor(private readonly usual: OrderItemPriceCalculationStrategy) {}

  async init(injector: Injector): Promise<void> {
    await this.usual.init?.(injector);
  }

  calculateUnitPrice(...given: Parameters<OrderItemPriceCalculationStrategy['calculateUnitPrice']>) {
    const payout = given[2]['hubPrice'];
    return typeof payout === 'number'
      ? { price: payout, priceIncludesTax: true }
      : this.usual.calculateUnitPrice(...given);
  }
}
