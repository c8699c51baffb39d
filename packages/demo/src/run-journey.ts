import { CommandFailure } from '@hub/cli';
import { chooseArticle } from './choose-article';
import type { Demo } from './demo';
import type { DemoCatalogues } from './demo-catalogues';
import type { PlacedOrder } from './place-order';
import { SELLING_SLUG } from './shop-plan';
import { cancelOrder } from './steps/cancel-order';
import { pullCatalogues } from './steps/pull-catalogues';
import { returnGoods } from './steps/return-goods';
import { sellArticle } from './steps/sell-article';
import { shareStock } from './steps/share-stock';
import { shipPackage } from './steps/ship-package';

/** The whole journey of an order, each step verified. Throws `CommandFailure` if one fails. */
export async function runJourney(
  opened: Omit<Demo, 'article' | 'seller'>,
  { products }: DemoCatalogues,
): Promise<{ demo: Demo; order: PlacedOrder }> {
  const seller = opened.shops.find(({ slug }) => slug === SELLING_SLUG);
  const article = chooseArticle(products, SELLING_SLUG);
  if (!seller || !article)
    throw new CommandFailure(['No article is lacked by the selling shop and in stock at both others.']);
  const demo: Demo = { ...opened, seller, article };
  await pullCatalogues(demo);
  await shareStock(demo);
  const order = await sellArticle(demo);
  await shipPackage(demo, order);
  await cancelOrder(demo);
  await returnGoods(demo, order);
  return { demo, order };
}
