import type { StoredCalculation } from '@hub/orders';
import { percent } from '../words/reason-texts';

/** Every step of a line's money (D24), in order of calculation. */
export function calculationSteps(money: StoredCalculation): string[] {
  return [
    `gross ${money.gross} - discount share ${money.discountShare} = ${money.afterDiscount}`,
    `less VAT ${percent(money.consumerVatRate)} (${money.consumerVat}) = net ${money.net}`,
    `x split rate ${money.splitRate} = payout ${money.payout}`,
    money.injectionVatRate === null
      ? 'no injection VAT'
      : `+ injection VAT ${percent(money.injectionVatRate)} (${money.injectionVat})`,
    `each ${money.exactUnitPrice}, rounded ${money.unitPrice} ${money.currency}`,
    `owed ${money.owed} (rounding ${money.rounding})`,
    `shipping share ${money.shipping.share} of ${money.shipping.net} net (${money.shipping.paid} paid)`,
  ];
}
