import type { Check } from '../check';
import { CANCELLATIONS } from './cancellation/cancelled-events';
import { PACKAGE_REPORTS } from './fulfillment/package-report';
import { ECHO } from './inventory/echo';
import { STOCK_REPORTS } from './inventory/stock-report';
import { DISCOUNTED_SALES } from './orders/discounted-sale';
import { NO_LOOP, SALES } from './orders/sales';
import { GOODS_BACK_REPORTS } from './returns/goods-back';

/** What the store sends: the five events, judged. */
export const FROM_STORE: readonly Check[] = [
  ...STOCK_REPORTS,
  ...ECHO,
  ...SALES,
  ...DISCOUNTED_SALES,
  NO_LOOP,
  ...PACKAGE_REPORTS,
  ...CANCELLATIONS,
  ...GOODS_BACK_REPORTS,
];
