import { InjectionVat, rows, type Tx } from '@hub/database';
import { fitsTheWire, priceLines, type AmountLine, type LineRates } from '@hub/orders/money';
import { injectionVatOf } from '@hub/orders/routing';
import { z } from 'zod';

/** A line that would go to another shop, and the money of its order. */
export interface MovedLine {
  decisionId: string;
  sellerOrderId: string;
  lineItemId: string;
  shopId: number;
  variantId: string;
  currency: string;
  totalDiscounts: string;
  shippingCost: string;
  /** ns since the epoch: the rates valid then count (D24). */
  placedAt: bigint;
  sellingCountry: string;
  /** Stored with the decision. */
  consumerVat: string;
}

const LineRow = z.object({
  sellerOrderId: z.string(),
  lineItemId: z.string(),
  quantity: z.int(),
  unitPrice: z.string(),
});
const RatesRow = z.object({
  number: z.bigint(),
  country: z.string(),
  injectionVat: z.enum(InjectionVat),
  splitRate: z.string().nullable(),
  vatRate: z.string().nullable(),
});
type RatesRow = z.output<typeof RatesRow>;

/**
 * Payouts to shops for lines that they did not ship, by the rule of D24, with the rates in their sheets at the time of
 * the order. @returns in the lines' order; null: a rate is missing, or the payout fits no message
 */
export async function priceMoved(tx: Tx, moved: readonly MovedLine[]): Promise<(string | null)[]> {
  if (moved.length === 0) return [];
  const lines = await readLines(tx, [...new Set(moved.map(({ sellerOrderId }) => sellerOrderId))]);
  const rates = await readRates(tx, moved);
  return moved.map((line, index) => {
    const found = ratesOf(line, rates.get(BigInt(index + 1)));
    const all = lines.get(line.sellerOrderId);
    if (!found || !all) return null;
    const { currency, totalDiscounts, shippingCost, lineItemId } = line;
    const amounts = { currency, totalDiscounts, shippingCost, lines: all };
    const price = priceLines(amounts, new Map([[lineItemId, found]])).get(lineItemId);
    return price && fitsTheWire(price.unitPrice) ? price.owed : null;
  });
}

function ratesOf({ sellingCountry, consumerVat }: MovedLine, row: RatesRow | undefined): LineRates | null {
  if (!row || row.splitRate === null) return null;
  const { country, splitRate, vatRate } = row;
  const known = new Map(vatRate === null ? [] : [[country, vatRate]]);
  const injection = injectionVatOf(row, sellingCountry, known);
  if (injection.applies && injection.rate === null) return null;
  return { consumerVat, splitRate, injectionVat: injection.rate };
}

/** All lines of the orders: each counts for the discount. */
async function readLines(tx: Tx, sellerOrderIds: readonly string[]): Promise<Map<string, AmountLine[]>> {
  const found = await rows(
    LineRow,
    tx.$queryRaw`
    SELECT seller_order_id AS "sellerOrderId", line_item_id AS "lineItemId", quantity, trim_scale(unit_price)::text AS "unitPrice"
    FROM order_line WHERE seller_order_id = ANY (${sellerOrderIds}::uuid[]) ORDER BY seller_order_id, position`,
  );
  const lines = new Map<string, AmountLine[]>();
  for (const { sellerOrderId, ...line } of found)
    lines.set(sellerOrderId, [...(lines.get(sellerOrderId) ?? []), line]);
  return lines;
}

/** By the number of the line, counted from 1. */
async function readRates(tx: Tx, moved: readonly MovedLine[]): Promise<Map<bigint, RatesRow>> {
  const found = await rows(
    RatesRow,
    tx.$queryRaw`
    SELECT k.number, s.country, s.injection_vat::text AS "injectionVat", trim_scale(agreed.rate)::text AS "splitRate",
      trim_scale(vat.rate)::text AS "vatRate"
    FROM unnest(${moved.map(({ shopId }) => shopId)}::int[], ${moved.map(({ variantId }) => variantId)}::text[],
      ${moved.map(({ placedAt }) => placedAt)}::bigint[]) WITH ORDINALITY AS k (shop_id, variant_id, at, number)
    JOIN shop s ON s.id = k.shop_id
    LEFT JOIN LATERAL (
      SELECT r.rate FROM split_rate r
      WHERE r.shop_id = k.shop_id AND r.variant_id IN (k.variant_id, '') AND r.applies_from <= k.at
      ORDER BY r.variant_id = '', r.applies_from DESC LIMIT 1
    ) agreed ON true
    LEFT JOIN LATERAL (
      SELECT v.rate FROM vat_rate v WHERE v.country = s.country AND v.applies_from <= k.at
      ORDER BY v.applies_from DESC LIMIT 1
    ) vat ON true`,
  );
  return new Map(found.map((row) => [row.number, row]));
}
