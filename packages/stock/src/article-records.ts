import { keptBack, rows, type Sql, type Tx } from '@hub/database';
import { readColumns, readOwnRates, type ArticleColumns, type SheetGroup } from './article-columns';
import { countedArticle } from './counted-article';
import type { ArticleFacts, ShopFacts, VariantFacts } from './facts';
import { GtinRow } from './gtin-row';
import type { VariantKey } from './variant-key';

/**
 * The facts of articles for choosing a shop and for network quantities: all variants of any state, with their shops'
 * sheets. One query, and another one for rates of single variants, where a shop has any.
 * @param gtins as GTIN-14
 * @param atNs the instant (ns since the epoch) whose split rates count: the order's `created_at` (D24), or now
 * @returns one entry for each requested article, even if nothing is linked to it
 */
export async function readArticleFacts(
  tx: Sql,
  gtins: readonly string[],
  atNs: bigint,
): Promise<Map<string, ArticleFacts>> {
  if (gtins.length === 0) return new Map();
  const { articles, sheets } = await readColumns(tx, [...new Set(gtins)], atNs);
  const shops = new Map(sheets.flatMap((group) => shopsOf(group)));
  const ownRates = await readOwnRates(tx, keysWithOwnRates(articles, shops), atNs);
  for (const { shopId, variantId, rate } of ownRates) shops.get(shopId)?.ownRates.set(variantId, rate);
  return new Map(
    articles.map((article) => [article.gtin, { gtin: article.gtin, variants: variantsOf(article, shops) }]),
  );
}

/** The articles (GTIN-14) of variants, each once; an unknown or unlinked variant has none. */
export async function articlesOf(tx: Tx, keys: readonly VariantKey[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const articles = await rows(
    GtinRow,
    tx.$queryRaw`
    SELECT DISTINCT v.gtin FROM variant v
    JOIN unnest(${keys.map((key) => key.shopId)}::int[], ${keys.map((key) => key.variantId)}::text[])
      AS k (shop_id, variant_id) USING (shop_id, variant_id)
    WHERE v.gtin IS NOT NULL
    ORDER BY v.gtin`,
  );
  return articles.map(({ gtin }) => gtin);
}

interface Shop {
  facts: ShopFacts;
  sheet: SheetGroup;
  testVariants: ReadonlySet<string>;
  /** By variant. */
  ownRates: Map<string, string>;
}

function shopsOf(sheet: SheetGroup): [number, Shop][] {
  const { currency, orders, inventory, hasVatRate: hasRate } = sheet;
  const { suspended, heldForLong, paused, trialTraffic } = sheet;
  const injection = { country: sheet.country, applies: sheet.injectionVat, hasRate };
  const destinationCountries = new Set(sheet.destinationCountries);
  const testVariants = new Set(sheet.testVariants);
  const capabilities = { orders, inventory };
  const flags = { suspended, heldForLong, paused, trialTraffic };
  return sheet.ids.map((shopId) => {
    const facts = { shopId, currency, ...capabilities, destinationCountries, ...flags, injection };
    return [shopId, { facts, sheet, testVariants, ownRates: new Map() }];
  });
}

function keysWithOwnRates(
  articles: readonly ArticleColumns[],
  shops: ReadonlyMap<number, Shop>,
): VariantKey[] {
  return articles.flatMap((article) =>
    article.shops.flatMap((shopId, index) => {
      const variantId = article.variants[index];
      return variantId !== undefined && shops.get(shopId)?.sheet.hasOwnRates ? { shopId, variantId } : [];
    }),
  );
}

function variantsOf(article: ArticleColumns, shops: ReadonlyMap<number, Shop>): VariantFacts[] {
  const { gtin, variants, active, free } = article;
  return article.shops.flatMap((shopId, index): VariantFacts | [] => {
    const [shop, variantId] = [shops.get(shopId), variants[index]];
    if (!shop || variantId === undefined) return [];
    return {
      shopId,
      variantId,
      shop: shop.facts,
      gtin: countedArticle(gtin),
      state: active[index] ? 'active' : 'retired',
      testVariant: shop.testVariants.has(variantId),
      freeStock: Math.max(0, (free[index] ?? 0) - keptBack(shop.sheet.stockBuffer, variantId)),
      splitRate: shop.ownRates.get(variantId) ?? shop.sheet.splitRate,
    };
  });
}
