import { z } from 'zod';

/** The displayed fields of a stored calculation (D24). Rates are shares: 0.25 is 25 %. */
const Calculation = z.object({
  gross: z.string(),
  discountShare: z.string(),
  consumerVatRate: z.string(),
  splitRate: z.string(),
  injectionVatRate: z.string().nullable(),
  unitPrice: z.string(),
});

/** The payout of one piece in one line: product after discount, before VAT, times the split, plus injection VAT. */
export function explainMoney(stored: unknown, currency: string): string {
  const { gross, discountShare, consumerVatRate, splitRate, injectionVatRate, unitPrice } =
    Calculation.parse(stored);
  const steps = [
    `(${gross} price - ${discountShare} discount)`,
    `without ${percent(consumerVatRate)} VAT`,
    `x ${percent(splitRate)} split`,
    ...(injectionVatRate === null ? [] : [`+ ${percent(injectionVatRate)} injection VAT`]),
  ];
  return `${steps.join(' ')} = ${unitPrice} ${currency}`;
}

function percent(share: string): string {
  return `${Number((Number(share) * 100).toFixed(4))} %`;
}
