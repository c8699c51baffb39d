import { LIMITS } from '@hub/contract';
import { exact, exactCount, exactText, roundHalfUp, type Exact } from './exact';
import { minorUnitDigits } from './minor-unit-digits';

/** A line as priced by the selling shop, VAT included (contract, "Money rules"). */
export interface AmountLine {
  lineItemId: string;
  quantity: number;
  /** Per piece, before discounts; a plain decimal. */
  unitPrice: string;
}

/** The money of a seller order: all its lines, the shop's own included, as discount and shipping are shared by all. */
export interface OrderAmounts {
  currency: string;
  lines: readonly AmountLine[];
  totalDiscounts: string;
  shippingCost: string;
}

/** Shares as decimals: `0.25` is 25 %. Those valid at the order's `created_at` (D24). */
export interface LineRates {
  /** Of the destination country. */
  consumerVat: string;
  /** Agreed with the shipping shop for its variant. */
  splitRate: string;
  /** Of the shipping shop's country; null where injection VAT does not apply. */
  injectionVat: string | null;
}

/** A line's payout, step by step. Every amount is an exact text: a decimal, or a fraction `n/d` if it has none. */
export interface LinePrice {
  gross: string;
  discountShare: string;
  afterDiscount: string;
  consumerVatRate: string;
  consumerVat: string;
  net: string;
  splitRate: string;
  payout: string;
  /** Null: injection VAT does not apply. */
  injectionVatRate: string | null;
  injectionVat: string;
  exactUnitPrice: string;
  /** Rounded half up to the currency's minor unit: what `POST /orders` says. */
  unitPrice: string;
  /** `unitPrice` times quantity. */
  owed: string;
  /** `owed` less the exact value: the rounding entry. */
  rounding: string;
}

/**
 * The payout of lines of one order (contract, "Money rules" 1–7, D24):
 * `(gross − discount share) × split rate × (1 + injection VAT) ÷ ((1 + consumer VAT) × quantity)`, rounded once, at the end.
 * @param rates by `line_item_id`, of the lines to be priced; the discount is shared by all lines of the order
 * @returns by `line_item_id`, in the order's order of lines
 */
export function priceLines(
  order: OrderAmounts,
  rates: ReadonlyMap<string, LineRates>,
): Map<string, LinePrice> {
  const digits = minorUnitDigits(order.currency);
  const discounts = exact(order.totalDiscounts);
  const weights = weightsByGross(order.lines);
  const prices = new Map<string, LinePrice>();
  for (const [index, line] of order.lines.entries()) {
    const [lineRates, weight] = [rates.get(line.lineItemId), weights[index]];
    if (!lineRates || !weight) continue;
    prices.set(line.lineItemId, priceLine(line, { discountShare: discounts.mul(weight), digits, lineRates }));
  }
  return prices;
}

function priceLine(
  line: AmountLine,
  given: { discountShare: Exact; digits: number; lineRates: LineRates },
): LinePrice {
  const { discountShare, digits, lineRates } = given;
  const quantity = exactCount(line.quantity);
  const gross = grossOf(line);
  const afterDiscount = gross.sub(discountShare);
  const net = afterDiscount.div(exact(lineRates.consumerVat).add(1n));
  const payout = net.mul(exact(lineRates.splitRate));
  const injectionVat = payout.mul(exact(lineRates.injectionVat ?? '0'));
  const exactOwed = payout.add(injectionVat);
  const exactUnitPrice = exactOwed.div(quantity);
  const unitPrice = roundHalfUp(exactUnitPrice, digits);
  const owed = exact(unitPrice).mul(quantity);

  return {
    gross: exactText(gross),
    discountShare: exactText(discountShare),
    afterDiscount: exactText(afterDiscount),
    consumerVatRate: lineRates.consumerVat,
    consumerVat: exactText(afterDiscount.sub(net)),
    net: exactText(net),
    splitRate: lineRates.splitRate,
    payout: exactText(payout),
    injectionVatRate: lineRates.injectionVat,
    injectionVat: exactText(injectionVat),
    exactUnitPrice: exactText(exactUnitPrice),
    unitPrice,
    owed: exactText(owed),
    rounding: exactText(owed.sub(exactOwed)),
  };
}

/** Rule 2: `unit_price` times `quantity`. */
export function grossOf({ unitPrice, quantity }: AmountLine): Exact {
  return exact(unitPrice).mul(exactCount(quantity));
}

/**
 * Each line's share of a total: by gross value, or by quantity if all gross values are 0 (D24).
 * @returns one weight for each line, in the lines' order; they add up to 1
 */
export function weightsByGross(lines: readonly AmountLine[]): Exact[] {
  const gross = lines.map(grossOf);
  const sumOfGross = gross.reduce((sum, value) => sum.add(value));
  if (!sumOfGross.equals(0n)) return gross.map((value) => value.div(sumOfGross));
  const quantities = lines.map(({ quantity }) => exactCount(quantity));
  const pieces = quantities.reduce((sum, value) => sum.add(value));
  return quantities.map((quantity) => quantity.div(pieces));
}

/** Whether a decimal amount survives as a JSON number: reading it gives the same amount. */
export function fitsTheWire(amount: string): boolean {
  return amount.replace('.', '').length <= LIMITS.amountDigits;
}
