import type { StoredCalculation } from '@hub/orders/money';
import { DecimalSum } from '../money/decimal-sum';
import { percent } from '../words/reason-texts';
import { withMinorUnits } from '../words/with-minor-units';

/** Decimals of an amount that is a fraction, such as a third of a cent. */
const FRACTION_PLACES = 6;

/** Every step of a line's money (D24), in order of calculation. */
export function calculationSteps(money: StoredCalculation): string[] {
  const { currency, shipping } = money;
  const text = (exactText: string) => amountText(exactText, currency);
  return [
    `gross ${text(money.gross)} - discount share ${text(money.discountShare)} = ${text(money.afterDiscount)}`,
    `less VAT ${percent(money.consumerVatRate)} (${text(money.consumerVat)}) = net ${text(money.net)}`,
    `x split rate ${money.splitRate} = payout ${text(money.payout)}`,
    money.injectionVatRate === null
      ? 'no injection VAT'
      : `+ injection VAT ${percent(money.injectionVatRate)} (${text(money.injectionVat)})`,
    `each ${text(money.exactUnitPrice)}, rounded ${text(money.unitPrice)} ${currency}`,
    `owed ${text(money.owed)} (rounding ${text(money.rounding)})`,
    `shipping share ${text(shipping.share)} of ${text(shipping.net)} net (${text(shipping.paid)} paid)`,
  ];
}

/** With the decimals of its currency, further ones included; a fraction also as it is: `6.766667 (203/30)`. */
function amountText(exactText: string, currency: string): string {
  if (!exactText.includes('/')) return withMinorUnits(exactText, currency);
  return `${new DecimalSum().add(exactText).text(FRACTION_PLACES)} (${exactText})`;
}
