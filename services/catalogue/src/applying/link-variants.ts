import type { Tx } from '@hub/database';
import type { CatalogueRun } from '../run';
import { cameBack } from './came-back';
import { noteNewLinks } from './doubtful-links';
import { keepLinksByPeople } from './links-by-people';

type RunOfShop = Pick<CatalogueRun, 'id' | 'shopId'>;

/**
 * Decides the article of every staged variant (D14), so that no two of them have the same one. Every run compares the
 * links themselves: a variant whose link changed although its record did not becomes a change too.
 */
export async function linkVariants(tx: Tx, run: RunOfShop): Promise<void> {
  await unlinkTwins(tx, run);
  await keepLinksByPeople(tx, run);
  await unlinkTaken(tx, run);
  await noteRelinked(tx, run);
  await noteNewLinks(tx, run);
}

/** Of two variants with the same barcode, the one that is linked already keeps its link; otherwise neither is linked. */
async function unlinkTwins(tx: Tx, { id, shopId }: RunOfShop): Promise<void> {
  await tx.$executeRaw`
    UPDATE staged_variant s SET gtin = NULL,
      link_problem = CASE WHEN holder.variant_id IS NOT NULL AND ${cameBack('v', 'twin')}
        THEN 'article_taken' ELSE 'duplicate_barcode' END
    FROM staged_variant twin
    JOIN (
      SELECT gtin FROM staged_variant WHERE run_id = ${id}::uuid AND gtin IS NOT NULL
      GROUP BY gtin HAVING count(*) > 1
    ) twice ON twice.gtin = twin.gtin
    LEFT JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = twin.variant_id
    LEFT JOIN variant holder ON holder.shop_id = ${shopId} AND holder.gtin = twin.gtin AND holder.state = 'active'
      AND holder.variant_id IN (SELECT variant_id FROM staged_variant h WHERE h.run_id = ${id}::uuid AND h.gtin = twin.gtin)
    WHERE twin.run_id = ${id}::uuid AND s.run_id = twin.run_id AND s.variant_id = twin.variant_id
      AND holder.variant_id IS DISTINCT FROM s.variant_id`;
}

/**
 * What still has one article twice, after links by people: the variant that has it keeps it, so that one that comes back
 * to an article taken in the meantime stays unlinked. If none has it, none gets it.
 */
async function unlinkTaken(tx: Tx, { id, shopId }: RunOfShop): Promise<void> {
  await tx.$executeRaw`
    UPDATE staged_variant s SET gtin = NULL, link_problem = 'article_taken'
    FROM (
      SELECT gtin FROM staged_variant WHERE run_id = ${id}::uuid AND gtin IS NOT NULL
      GROUP BY gtin HAVING count(*) > 1
    ) twice
    WHERE s.run_id = ${id}::uuid AND s.gtin = twice.gtin AND NOT EXISTS (
      SELECT FROM variant v WHERE v.shop_id = ${shopId} AND v.variant_id = s.variant_id AND v.gtin = s.gtin
        AND v.state = 'active')`;
}

async function noteRelinked(tx: Tx, { id, shopId }: RunOfShop): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_variant (variant_id, change, touches_links)
    SELECT s.variant_id, 'relinked', true
    FROM staged_variant s JOIN variant v ON v.shop_id = ${shopId} AND v.variant_id = s.variant_id
    WHERE s.run_id = ${id}::uuid AND (v.gtin, v.link_problem) IS DISTINCT FROM (s.gtin, s.link_problem)
      AND NOT EXISTS (SELECT FROM run_variant r WHERE r.variant_id = s.variant_id)`;
}
