import type { CatalogueRunModel, Database } from '@hub/database';

export type ListedCatalogueRun = CatalogueRunModel;

/** Catalogue runs of a shop (D14), the newest first. */
export async function listCatalogueRuns(
  db: Database,
  { shop: slug, limit }: { shop: string; limit: number },
): Promise<ListedCatalogueRun[]> {
  const shop = await db.shop.findUnique({ where: { slug }, select: { id: true } });
  if (!shop) return [];
  return db.catalogueRun.findMany({
    where: { shopId: shop.id },
    orderBy: { requestedAt: 'desc' },
    take: limit,
  });
}
