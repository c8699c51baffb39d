import type { Tx } from '@hub/database';
import { variantsOfMoves } from '@hub/stock';
import type { CatalogueRun } from '../run';
import { planForFewRows, planForSets } from './plan-for-sets';

/**
 * Locks the variants that the run changes, and those between which reservations move then, in the common lock order: from
 * here to the commit no event, order or cancellation moves their stock.
 */
export async function lockChangedVariants(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await planForFewRows(tx);
  const moving = (await variantsOfMoves(tx, [shopId])).map(({ variantId }) => variantId);
  await planForSets(tx);
  // Counted, so that no rows are returned.
  await tx.$executeRaw`
    SELECT count(*) FROM (
      SELECT 1 FROM variant v
      WHERE v.shop_id = ${shopId}
        AND v.variant_id IN (
          SELECT variant_id FROM run_variant UNION ALL SELECT variant_id FROM run_stock
          UNION ALL SELECT variant_id FROM run_drift UNION ALL SELECT unnest(${moving}::text[]))
      ORDER BY v.shop_id, v.variant_id FOR UPDATE
    ) locked`;
}

/** Writes the products that are new or changed. Those left out stay, for the orders of their variants. */
export async function writeProducts(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO product (shop_id, product_id, title, brand, description, images)
    SELECT ${shopId}::int, s.product_id, s.title, s.brand, s.description, s.images
    FROM staged_product s JOIN run_product r ON r.product_id = s.product_id
    WHERE s.run_id = ${id}::uuid
    ON CONFLICT (shop_id, product_id) DO UPDATE SET title = excluded.title, brand = excluded.brand,
      description = excluded.description, images = excluded.images`;
}

/**
 * Writes the variants that are new, changed or left out. One that is left out is retired: it keeps its article, because
 * orders that name it stay valid. `committed` is not the catalogue's.
 */
export async function writeVariants(tx: Tx, run: CatalogueRun): Promise<void> {
  await retireVariants(tx, run);
  await leaveArticles(tx, run);
  await addVariants(tx, run);
  await changeVariants(tx, run);
}

async function retireVariants(tx: Tx, { shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE variant v SET state = 'retired' FROM run_variant r
    WHERE r.change = 'retired' AND v.shop_id = ${shopId} AND v.variant_id = r.variant_id`;
}

/** Two variants may exchange their articles: the index of one variant per article looks at every row as it is written. */
async function leaveArticles(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE variant v SET gtin = NULL
    FROM staged_variant s JOIN run_variant r ON r.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND r.change IN ('edited', 'relinked') AND v.shop_id = ${shopId}
      AND v.variant_id = s.variant_id AND v.gtin IS NOT NULL AND v.gtin IS DISTINCT FROM s.gtin`;
}

/** Their totals follow with their stock. */
async function addVariants(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO variant (shop_id, variant_id, product_id, title, size, sku, barcode, gtin, link_problem)
    SELECT ${shopId}::int, s.variant_id, s.product_id, s.title, s.size, s.sku, s.barcode, s.gtin, s.link_problem
    FROM staged_variant s JOIN run_variant r ON r.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND r.change = 'added'`;
}

async function changeVariants(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE variant v SET product_id = s.product_id, title = s.title, size = s.size, sku = s.sku, barcode = s.barcode,
      gtin = s.gtin, link_problem = s.link_problem, state = 'active'
    FROM staged_variant s JOIN run_variant r ON r.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND r.change IN ('reactivated', 'edited', 'relinked')
      AND v.shop_id = ${shopId} AND v.variant_id = s.variant_id`;
}
