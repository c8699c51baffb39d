import { lockShopSheet, type Tx } from '@hub/database';
import { capabilitiesOf, findShopRow, type ShopRow } from '../shop-records';
import { lockSheets } from '../sheet/apply-sheet';
import { readOpenWork } from '../sheet/open-work';
import { removalFaults } from './removal-faults';
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
  /** `articles` (GTIN-14) of its variants: their network quantities must be recalculated. */
  | { kind: 'removed'; shopId: number; variants: number; articles: string[] };

/** What `removeShop` would do now, without writing. */
export async function planRemoval(tx: Tx, slug: string): Promise<Removal> {
  const shop = await findShopRow(tx, slug);
  return shop === null ? { kind: 'unknown' } : judge(tx, shop);
}

/**
 * Removes a shop with everything off and no open obligations (D25), in the caller's transaction and under the lock that
 * a routing decision takes: variants unlinked, secrets erased, door closed. Its orders, their money and its history
 * stay.
 * @param by such as `cli:root`, for its history
 */
export async function removeShop(tx: Tx, { slug, by }: { slug: string; by: string }): Promise<Removal> {
  await lockSheets(tx);
  const found = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
  if (found === null) return { kind: 'unknown' };
  await lockShopSheet(tx, found.id);
  // A catalogue run being applied ends first.
  await tx.$executeRaw`SELECT 1 FROM "shop" WHERE "id" = ${found.id} FOR NO KEY UPDATE`;
  const removal = await planRemoval(tx, slug);
  if (removal.kind !== 'removed') return removal;
  await endCatalogueRuns(tx, found.id);
  await unlinkVariants(tx, found.id);
  await eraseCredentials(tx, { id: found.id, slug });
  await markRemoved(tx, found.id);
  const changes = [{ field: 'shop', from: 'in the network', to: 'removed' }];
  await tx.shopVersion.create({ data: { shopId: found.id, appliedBy: by, first: false, changes } });
  return removal;
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
  return { kind: 'removed', shopId: shop.id, variants, articles: await linkedArticles(tx, shop.id) };
}
