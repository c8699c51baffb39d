import { CommandFailure } from '@hub/cli';
import type { Database } from '@hub/database';
import type { SimulatedStore } from '@hub/store-simulator';
import type { DemoArticle, ListedArticle } from './choose-article';
import type { Reporter } from './reporter';
import type { ShopPlan } from './shop-plan';

/** A shop of the demonstration: its store runs in this process, its sheet is applied. */
export interface DemoShop extends ShopPlan {
  id: number;
  store: SimulatedStore;
}

/** What the steps of the journey work with. */
export interface Demo {
  db: Database;
  reporter: Reporter;
  shops: readonly DemoShop[];
  seller: DemoShop;
  article: DemoArticle;
}

/** The article as one of the shops lists it. */
export function listedAt({ article }: Demo, shop: DemoShop): ListedArticle {
  const listed = article.at.get(shop.slug);
  if (!listed) throw new CommandFailure([`${shop.name} does not list the article of the demonstration.`]);
  return listed;
}

/** A shop by the hub's id. */
export function shopOfId({ shops }: Demo, id: number): DemoShop {
  const shop = shops.find((one) => one.id === id);
  if (!shop)
    throw new CommandFailure(['Another shop of this database was chosen. Start over with `rm -rf .hub`.']);
  return shop;
}
