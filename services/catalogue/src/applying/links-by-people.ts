import { raiseAlerts, resolveAlerts } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { CatalogueRun } from '../run';
import { cameBack } from './came-back';

/**
 * Keeps links made by people in the staged rows, and notes what the barcode says. If two variants of a shop would be one
 * article, only the one that the barcode names is linked, unless it came back to an article that the other one has (D14;
 * decisions/catalogue-and-links.md#barcodes-that-disagree).
 */
export async function keepLinksByPeople(
  tx: Tx,
  { id, shopId }: Pick<CatalogueRun, 'id' | 'shopId'>,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE article_link l SET barcode_gtin = s.gtin, link_problem = s.link_problem
    FROM staged_variant s
    WHERE s.run_id = ${id}::uuid AND l.shop_id = ${shopId} AND l.variant_id = s.variant_id
      AND (l.barcode_gtin, l.link_problem) IS DISTINCT FROM (s.gtin, s.link_problem)`;
  await tx.$executeRaw`
    UPDATE staged_variant s SET gtin = l.gtin, link_problem = NULL
    FROM article_link l LEFT JOIN variant v ON v.shop_id = l.shop_id AND v.variant_id = l.variant_id
    WHERE s.run_id = ${id}::uuid AND l.shop_id = ${shopId} AND l.variant_id = s.variant_id
      AND NOT EXISTS (
        SELECT FROM staged_variant named
        LEFT JOIN variant n ON n.shop_id = ${shopId} AND n.variant_id = named.variant_id
        LEFT JOIN article_link own ON own.shop_id = ${shopId} AND own.variant_id = named.variant_id
        WHERE named.run_id = ${id}::uuid AND named.gtin = l.gtin AND named.variant_id <> s.variant_id
          AND own.variant_id IS NULL
          AND (v.state = 'active' AND v.gtin = l.gtin AND ${cameBack('n', 'named')}) IS NOT TRUE)`;
}

const LinkRow = z.object({
  subject: z.string(),
  disputed: z.boolean(),
  /** Whether an alert is already open. */
  alerted: z.boolean(),
});

/**
 * Raises an alert for each link made by people that no longer agrees with the shop's catalogue, and closes those that
 * agree again. A retired variant does not count.
 */
export async function reportDisputedLinks(
  tx: Tx,
  { shopId, slug }: Pick<CatalogueRun, 'shopId' | 'slug'>,
): Promise<void> {
  const links = await rows(
    LinkRow,
    tx.$queryRaw`
    SELECT found.* FROM (
      SELECT 'link:' || p.id AS subject,
        a.state = 'active' AND b.state = 'active'
          -- Its own alert says so: \`reportTakenArticles\`.
          AND 'article_taken' IS DISTINCT FROM a.link_problem AND 'article_taken' IS DISTINCT FROM b.link_problem
          AND (a.gtin IS DISTINCT FROM b.gtin OR EXISTS (
            SELECT FROM article_link l WHERE l.proposal_id = p.id AND l.barcode_gtin <> l.gtin)) AS disputed,
        EXISTS (SELECT FROM alert t
          WHERE t.kind = 'link_disputed' AND t.subject = 'link:' || p.id AND t.state <> 'resolved') AS alerted
      FROM link_proposal p
      -- Looked up one by one: joined as sets, every variant of the network would be read.
      CROSS JOIN LATERAL (SELECT * FROM variant WHERE shop_id = p.shop_a AND variant_id = p.variant_a OFFSET 0) a
      CROSS JOIN LATERAL (SELECT * FROM variant WHERE shop_id = p.shop_b AND variant_id = p.variant_b OFFSET 0) b
      WHERE p.state = 'confirmed' AND ${shopId} IN (p.shop_a, p.shop_b)
    ) found
    WHERE disputed <> alerted`,
  );
  const raised = links.filter(({ disputed }) => disputed);
  await raiseAlerts(
    tx,
    raised.map(({ subject }) => ({
      kind: 'link_disputed',
      subject,
      shopId,
      message: `A barcode from ${slug} does not agree with a link made by people. Find out which is right.`,
    })),
  );
  const settled = links.filter(({ disputed }) => !disputed);
  await resolveAlerts(
    tx,
    'link_disputed',
    settled.map(({ subject }) => subject),
  );
}
