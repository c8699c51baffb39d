import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { minorUnitDigits } from '@hub/orders/money';
import {
  decideOrder,
  DecisionDetail,
  decisionDetail,
  readPolicy,
  readRoutingFacts,
  usesLoad,
  type Criteria,
  type RoutingPolicy,
} from '@hub/orders/routing';
import { z } from 'zod';
import { calculationSteps } from '../orders/calculation-steps';
import { describeDecisionLines } from '../orders/describe-decision-lines';
import { DecimalSum } from '../money/decimal-sum';

/** What a customer of a shop could order. */
export interface Basket {
  /** The selling shop. */
  shop: string;
  /** Destination. */
  country: string;
  coordinates: { latitude: number; longitude: number } | null;
  lines: readonly {
    /** The shop's variant id, or a barcode or SKU of it. */
    article: string;
    quantity: number;
    /** Per piece, VAT included; null: no payout is calculated. */
    unitPrice: string | null;
  }[];
  /** Other criteria than those of the policy in force. */
  criteria?: Criteria | undefined;
}

export type TriedBasket = Awaited<ReturnType<typeof tryBasket>>;

const VariantRow = z.object({ article: z.string(), variantId: z.string(), gtin: z.string().nullable() });

/**
 * Where the lines of a basket would go if it were ordered now: routing's own decision on the current facts (D19, D24).
 * In a read-only PostgreSQL transaction.
 */
export async function tryBasket(db: Database, basket: Basket, now: number) {
  return inTransaction(db, (tx) => tryIn(tx, basket, now), { readOnly: true });
}

async function tryIn(tx: Tx, basket: Basket, now: number) {
  const shop = await tx.shop.findUnique({ where: { slug: basket.shop } });
  if (!shop) return { kind: 'refused', why: 'unknown_shop' } as const;
  const variants = await findVariants(tx, shop.id, basket);
  const unknown = basket.lines.map(({ article }) => article).filter((article) => !variants.has(article));
  if (unknown.length > 0) return { kind: 'unknown_articles', articles: unknown } as const;
  const lines = basket.lines.map(({ article, quantity, unitPrice }, index) => ({
    id: String(index + 1),
    lineItemId: `${index + 1}: ${article}`,
    quantity,
    unitPrice: unitPrice ?? '0',
    waiting: true,
    excludedShops: [],
    gtin: variants.get(article)?.gtin ?? null,
  }));
  const { country, coordinates } = basket;
  const inForce = await readPolicy(tx, now);
  const policy: RoutingPolicy =
    basket.criteria === undefined ? inForce : { version: 'as asked for', criteria: basket.criteria };
  const { facts } = await readRoutingFacts(
    tx,
    {
      id: null,
      shopId: shop.id,
      shopCountry: shop.country,
      placedAt: BigInt(now) * 1_000_000n,
      currency: shop.currency,
      mode: shop.orders === 'dry_run' ? 'dry_run' : 'live',
      country,
      coordinates,
    },
    { lines, now, withLoads: usesLoad(policy.criteria) },
  );
  const amounts = { currency: shop.currency, totalDiscounts: '0', shippingCost: '0', lines };
  const { decision, prices } = decideOrder(facts, amounts, policy);
  const shops = await tx.shop.findMany({ select: { id: true, slug: true, name: true } });
  const named = new Map(shops.map(({ id, slug, name }) => [id, { shop: slug, shopName: name }]));
  const places = minorUnitDigits(shop.currency);
  const detail = DecisionDetail.parse(decisionDetail(decision, facts));
  return {
    kind: 'decided',
    policy,
    currency: shop.currency,
    /** The selling shop's sheet has the country: otherwise the order would be refused (D9). */
    sellsThere: shop.destinationCountries.includes(country),
    /** Its orders are accepted at all. */
    orders: shop.orders,
    lines: describeDecisionLines(
      detail.lines,
      (id) => named.get(id) ?? { shop: String(id), shopName: String(id) },
    ),
    payouts: basket.lines.flatMap(({ unitPrice }, index) => {
      const lineItemId = lines[index]?.lineItemId ?? '';
      const money = unitPrice === null ? undefined : prices.get(lineItemId);
      return money
        ? [
            {
              lineItemId,
              owed: new DecimalSum().add(money.owed).text(places),
              steps: calculationSteps(money).slice(0, -1),
            },
          ]
        : [];
    }),
  } as const;
}

/** By the requested text; a variant id takes precedence over a barcode, that over an SKU. */
async function findVariants(tx: Tx, shopId: number, { lines }: Basket) {
  const found = await rows(
    VariantRow,
    tx.$queryRaw`
    SELECT DISTINCT ON (a.article) a.article, v.variant_id AS "variantId", v.gtin
    FROM unnest(${lines.map(({ article }) => article)}::text[]) AS a (article)
    JOIN variant v ON v.shop_id = ${shopId} AND a.article IN (v.variant_id, v.barcode, v.sku)
    ORDER BY a.article, v.variant_id = a.article DESC, v.barcode = a.article DESC NULLS LAST, v.variant_id`,
  );
  return new Map(found.map(({ article, ...variant }) => [article, variant]));
}
