import { countedTotals, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun } from '../run';

const FoundChanges = z.object({
  /** Active before the run. */
  active: z.int(),
  added: z.int(),
  reactivated: z.int(),
  retired: z.int(),
});

/** How many of a shop's variants a run would change, stock and links aside. */
export type FoundChanges = z.output<typeof FoundChanges>;

/**
 * Compares staged with stored rows, into tables of this transaction:
 * - `run_product`: products that are new or changed.
 * - `run_variant`: variants that are new, back, edited or left out.
 * - `run_stock`: quantities that differ, except where an event arrived after the page was requested (D14), and those
 *   that count by this run only (D16).
 * - `run_drift`: variants whose total is not the sum of the sheet's locations, for whatever reason.
 * No other code writes texts and states of variants; stock is compared again under the variants' locks.
 */
export async function findChanges(tx: Tx, run: CatalogueRun): Promise<FoundChanges> {
  await joinWholeSets(tx);
  await createTables(tx);
  await findProducts(tx, run);
  await findVariants(tx, run);
  await findStock(tx, run);
  await findDrift(tx, run);
  return countChanges(tx, run);
}

/**
 * Freshly staged rows have no statistics yet: the planner assumes a few rows and compares every variant with every
 * other (measured: 25 000 variants in more than twenty minutes instead of a second). For the rest of this transaction
 * sets are joined as sets.
 */
async function joinWholeSets(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
}

async function createTables(tx: Tx): Promise<void> {
  await tx.$executeRaw`CREATE TEMPORARY TABLE run_product (product_id text NOT NULL) ON COMMIT DROP`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE run_variant (
      variant_id text NOT NULL,
      -- added, reactivated, edited, relinked or retired
      change text NOT NULL,
      touches_links boolean NOT NULL
    ) ON COMMIT DROP`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE run_stock (
      variant_id text NOT NULL, location_id text NOT NULL, quantity int NOT NULL, asked_at timestamptz NOT NULL
    ) ON COMMIT DROP`;
  await tx.$executeRaw`CREATE TEMPORARY TABLE run_drift (variant_id text NOT NULL) ON COMMIT DROP`;
}

async function findProducts(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_product (product_id)
    SELECT s.product_id FROM staged_product s
    LEFT JOIN product p ON p.shop_id = ${shopId} AND p.product_id = s.product_id
    WHERE s.run_id = ${id}::uuid AND (p.product_id IS NULL
      OR (p.title, p.brand, p.description, p.images) IS DISTINCT FROM (s.title, s.brand, s.description, s.images))`;
}

async function findVariants(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_variant (variant_id, change, touches_links)
    SELECT s.variant_id,
      CASE WHEN v.variant_id IS NULL THEN 'added' WHEN v.state = 'retired' THEN 'reactivated' ELSE 'edited' END,
      v.state IS DISTINCT FROM 'active' OR v.barcode IS DISTINCT FROM s.barcode
    FROM staged_variant s
    LEFT JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND (v.state IS DISTINCT FROM 'active'
      OR (v.product_id, v.title, v.size, v.sku, v.barcode)
        IS DISTINCT FROM (s.product_id, s.title, s.size, s.sku, s.barcode))`;
  await tx.$executeRaw`
    INSERT INTO run_variant (variant_id, change, touches_links)
    SELECT v.variant_id, 'retired', true FROM variant v
    WHERE v.shop_id = ${shopId} AND v.state = 'active' AND NOT EXISTS (
      SELECT FROM staged_variant s WHERE s.run_id = ${id}::uuid AND s.variant_id = v.variant_id)`;
  await tx.$executeRaw`ANALYZE run_variant`;
}

async function findStock(tx: Tx, { id, shopId, sheet, shopRevision }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_stock (variant_id, location_id, quantity, asked_at)
    SELECT s.variant_id, l.key, l.value::int, s.asked_at
    FROM staged_variant s
    CROSS JOIN LATERAL jsonb_each_text(s.inventory) l
    JOIN shop_location c ON c.shop_id = ${shopId} AND c.location_id = l.key
    LEFT JOIN stock_level k ON k.shop_id = ${shopId} AND k.variant_id = s.variant_id AND k.location_id = l.key
    WHERE s.run_id = ${id}::uuid AND l.key <> ${sheet.hubNetworkLocationId} AND (k.variant_id IS NULL
      OR (k.quantity <> l.value::int AND (k.received_at IS NULL OR k.received_at <= s.asked_at))
      OR (k.known_at < c.counted_from AND c.counted_from <= ${shopRevision}))`;
  await tx.$executeRaw`ANALYZE run_stock`;
}

async function findDrift(tx: Tx, { id, shopId }: CatalogueRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_drift (variant_id)
    SELECT v.variant_id
    FROM staged_variant s
    JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = s.variant_id
    LEFT JOIN (${countedTotals(shopId)}) known ON known.variant_id = v.variant_id
    WHERE s.run_id = ${id}::uuid AND v.on_hand <> coalesce(known.total, 0)`;
  await tx.$executeRaw`ANALYZE run_drift`;
}

async function countChanges(tx: Tx, { shopId }: CatalogueRun): Promise<FoundChanges> {
  const [row] = await rows(
    FoundChanges,
    tx.$queryRaw`
    SELECT (SELECT count(*)::int FROM variant WHERE shop_id = ${shopId} AND state = 'active') AS active,
      count(*) FILTER (WHERE change = 'added')::int AS added,
      count(*) FILTER (WHERE change = 'reactivated')::int AS reactivated,
      count(*) FILTER (WHERE change = 'retired')::int AS retired
    FROM run_variant`,
  );
  if (!row) throw new Error('an aggregate without a row');
  return row;
}
