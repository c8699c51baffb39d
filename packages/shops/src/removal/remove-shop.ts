import { lockShopSheet, type Tx } from '@hub/database';
import { capabilitiesOf, findShopRow, type ShopRow } from '../shop-records';
import { endPausesOfRemoved } from '../pause/pause-records';
import { lockSheets } from '../sheet/apply-sheet';
import { readOpenWork } from '../sheet/open-work';
import { removalFaults } from './removal-faults';
import {
  linksByPeople,
  lockLinkedShops,
  lockLinkedVariants,
  undoLinksByPeople,
} from '../links/links-of-shop';
import {
  countZeroing,
  endCatalogueRuns,
  eraseCredentials,
  linkedArticles,
  markRemoved,
  unlinkVariants,
} from './removal-records';

/** The effects of removing a shop, or why it is refused. */
export type Removal =
  | { kind: 'unknown' }
  | { kind: 'refused'; faults: string[] }
  /**
   * `articles` (GTIN-14) of its variants, and of others that people linked to them, and other shops (`unlinkedShops`)
   * with variants that are not linked now: their network quantities must be recalculated. `undoneLinks`: proposals.
   */
  | {
      kind: 'removed';
      shopId: number;
      variants: number;
      articles: string[];
      undoneLinks: string[];
      unlinkedShops: number[];
    };

/** What `removeShop` would do now, without writing. */
export async function planRemoval(tx: Tx, slug: string): Promise<Removal> {
  const shop = await findShopRow(tx, slug);
  return shop === null ? { kind: 'unknown' } : judge(tx, shop);
}

/**
 * Removes a shop with everything off and no open obligations (D25), in the caller's transaction and under the lock that
 * a routing decision takes: variants unlinked, links made by people undone, secrets erased, door closed. Its orders,
 * their money and its history stay.
 * @param by such as `cli:root`, for its history
 */
export async function removeShop(tx: Tx, { slug, by }: { slug: string; by: string }): Promise<Removal> {
  await lockSheets(tx);
  const found = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
  if (found === null) return { kind: 'unknown' };
  await lockShopSheet(tx, found.id);
  await lockLinkedShops(tx, found.id);
  const removal = await planRemoval(tx, slug);
  if (removal.kind !== 'removed') return removal;
  await endCatalogueRuns(tx, found.id);
  await lockLinkedVariants(tx, found.id);
  const undone = await undoLinksByPeople(tx, { shopId: found.id, by });
  await unlinkVariants(tx, found.id);
  await eraseCredentials(tx, { id: found.id, slug });
  await endPausesOfRemoved(tx, { shopId: found.id, by });
  await markRemoved(tx, found.id);
  const changes = [{ field: 'shop', from: 'in the network', to: 'removed' }];
  await tx.shopVersion.create({ data: { shopId: found.id, appliedBy: by, first: false, changes } });
  const articles = [...new Set([...removal.articles, ...undone.articles])];
  return { ...removal, articles, undoneLinks: undone.proposals, unlinkedShops: undone.shopIds };
}

async function judge(tx: Tx, shop: ShopRow): Promise<Removal> {
  const faults = removalFaults({
    removedAt: shop.removedAt,
    capabilities: capabilitiesOf(shop),
    open: await readOpenWork(tx, shop.id),
    zeroing: await countZeroing(tx, shop.id),
  });
  if (faults.length > 0) return { kind: 'refused', faults };
  const variants = await tx.variant.count({ where: { shopId: shop.id, gtin: { not: null } } });
  return {
    kind: 'removed',
    shopId: shop.id,
    variants,
    articles: await linkedArticles(tx, shop.id),
    undoneLinks: await linksByPeople(tx, shop.id),
    unlinkedShops: [],
  };
}
