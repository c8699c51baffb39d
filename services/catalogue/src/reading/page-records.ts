import { createHash } from 'node:crypto';
import { rows, type Sql } from '@hub/database';
import { z } from 'zod';
import type { PageFault } from './page-fault';
import type { ReadablePage } from './readable-page';
import { stagedRows } from './staged-rows';

const Stored = z.object({ stored: z.int() });
const SeenId = z.object({ of: z.enum(['product', 'variant']), id: z.string(), page: z.int() });

/** A refused run names its faults; a catalogue wrong throughout need not name millions. All are counted. */
const STORED_FAULTS = 10_000;

/**
 * Which of a page's ids earlier pages of the run had, and the first page that had them. One look-up for each id: the
 * planner might otherwise read all that the run has staged so far, for every page.
 */
export async function findSeenIds(
  tx: Sql,
  runId: string,
  page: ReadablePage,
): Promise<{ seenProducts: Map<string, number>; seenVariants: Map<string, number> }> {
  const productIds = page.products.flatMap(({ product_id }) => product_id ?? []);
  const variantIds = page.products.flatMap(({ variants }) =>
    variants.flatMap(({ variant_id }) => variant_id ?? []),
  );
  const found = await rows(
    SeenId,
    tx.$queryRaw`
    SELECT 'product' AS of, i.id, seen.page FROM unnest(${productIds}::text[]) AS i (id)
    CROSS JOIN LATERAL (SELECT s.page FROM staged_product s
      WHERE s.run_id = ${runId}::uuid AND s.product_id = i.id LIMIT 1) seen
    UNION ALL
    SELECT 'variant', i.id, seen.page FROM unnest(${variantIds}::text[]) AS i (id)
    CROSS JOIN LATERAL (SELECT s.page FROM staged_variant s
      WHERE s.run_id = ${runId}::uuid AND s.variant_id = i.id LIMIT 1) seen`,
  );
  const seen = (of: 'product' | 'variant') =>
    new Map(found.filter((row) => row.of === of).map((row) => [row.id, row.page]));
  return { seenProducts: seen('product'), seenVariants: seen('variant') };
}

/**
 * Stages a page, each of its lists in one statement; existing ids stay as they are.
 * @returns how many products and variants are new
 */
export async function stagePage(
  tx: Sql,
  place: { runId: string; page: number; askedAt: Date },
  page: ReadablePage,
): Promise<{ products: number; variants: number }> {
  const { runId, page: number, askedAt } = place;
  const found = stagedRows(page);
  const products = await tx.$executeRaw`
    INSERT INTO staged_product (run_id, page, product_id, title, brand, description, images)
    SELECT ${runId}::uuid, ${number}::int, product_id, title, brand, description, images
    FROM jsonb_to_recordset(${JSON.stringify(found.products)}::jsonb)
      AS p (product_id text, title text, brand text, description text, images jsonb)
    ON CONFLICT DO NOTHING`;
  const variants = await tx.$executeRaw`
    INSERT INTO staged_variant (run_id, page, asked_at, variant_id, product_id, title, size, sku, barcode, gtin,
      link_problem, inventory)
    SELECT ${runId}::uuid, ${number}::int, ${askedAt}::timestamptz, variant_id, product_id, title, size, sku, barcode,
      gtin, link_problem, inventory
    FROM jsonb_to_recordset(${JSON.stringify(found.variants)}::jsonb)
      AS v (variant_id text, product_id text, title text, size text, sku text, barcode text, gtin text,
        link_problem text, inventory jsonb)
    ON CONFLICT DO NOTHING`;
  return { products, variants };
}

/** Notes a cursor that leads on from a page. @returns false where the run has followed it before */
export async function noteCursor(
  tx: Sql,
  place: { runId: string; page: number },
  cursor: string,
): Promise<boolean> {
  // Cursors may have any length, index keys may not.
  const sha256 = createHash('sha256').update(cursor).digest();
  const noted = await tx.$executeRaw`
    INSERT INTO staged_page (run_id, cursor_sha256, page) VALUES (${place.runId}::uuid, ${sha256}, ${place.page})
    ON CONFLICT DO NOTHING`;
  return noted > 0;
}

/**
 * Keeps faults of a page, and the texts that were left out of it, as far as there is room; the caller counts the faults.
 */
export async function storeFaults(
  tx: Sql,
  run: { id: string; page: number },
  faults: readonly PageFault[],
): Promise<void> {
  if (faults.length === 0) return;
  const [row] = await rows(
    Stored,
    tx.$queryRaw`SELECT count(*)::int AS stored FROM catalogue_fault WHERE run_id = ${run.id}::uuid`,
  );
  const stored = faults.slice(0, Math.max(0, STORED_FAULTS - (row?.stored ?? 0)));
  if (stored.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO catalogue_fault (run_id, page, product_id, variant_id, field, message)
    SELECT ${run.id}::uuid, ${run.page}::int, "productId", "variantId", field, message
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      AS f ("productId" text, "variantId" text, field text, message text)`;
}
