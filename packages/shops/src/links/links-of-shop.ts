import { resolveAlerts } from '@hub/alerts';
import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { affectedByEnded, endArticleLinks } from './end-article-links';

const IdRow = z.object({ id: z.string() });

/** What undoing a shop's links by people changed. */
export interface UndoneLinks {
  /** Ids of the proposals. */
  proposals: string[];
  /** Articles (GTIN-14) of variants of other shops, and other shops with variants that are not linked now. */
  articles: string[];
  shopIds: number[];
}

/** Ids of the links that people made of a shop's variants. */
export async function linksByPeople(tx: Tx, shopId: number): Promise<string[]> {
  const found = await rows(
    IdRow,
    tx.$queryRaw`SELECT id FROM link_proposal WHERE ${confirmedOf(shopId)} ORDER BY id`,
  );
  return found.map(({ id }) => id);
}

/**
 * Locks the links that people made of a shop's variants, then the shops on both sides, each in the order in which a
 * decision of people locks them. A catalogue run being applied ends first.
 */
export async function lockLinkedShops(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM link_proposal WHERE ${confirmedOf(shopId)} ORDER BY id FOR UPDATE`;
  await tx.$executeRaw`
    SELECT 1 FROM shop WHERE id = ${shopId} OR id IN (
      SELECT unnest(ARRAY[shop_a, shop_b]) FROM link_proposal WHERE ${confirmedOf(shopId)})
    ORDER BY id FOR NO KEY UPDATE`;
}

/** Locks a shop's variants, and those of other shops that people linked to them. */
export async function lockLinkedVariants(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM variant WHERE shop_id = ${shopId} OR (shop_id, variant_id) IN (
      SELECT l.shop_id, l.variant_id FROM article_link l
      WHERE l.proposal_id IN (SELECT id FROM link_proposal WHERE ${confirmedOf(shopId)}))
    ORDER BY shop_id, variant_id FOR UPDATE`;
}

/**
 * Undoes the links that people made of a shop's variants (D25): the proposals are undone, and variants of other shops go
 * by their own barcodes again. A variant that another confirmed link names, too, keeps its article by that one.
 */
export async function undoLinksByPeople(
  tx: Tx,
  { shopId, by }: { shopId: number; by: string },
): Promise<UndoneLinks> {
  const undone = await rows(
    IdRow,
    tx.$queryRaw`
    UPDATE link_proposal SET state = 'undone', agreed_shop = NULL, decided_at = now(), decided_by = ${by}
    WHERE ${confirmedOf(shopId)} RETURNING id`,
  );
  const proposals = undone.map(({ id }) => id);
  const ofThem = Prisma.sql`l.proposal_id = ANY (${proposals}::uuid[])`;
  await tx.$executeRaw`
    UPDATE article_link l SET proposal_id = p.id FROM link_proposal p
    WHERE ${ofThem} AND l.shop_id <> ${shopId} AND p.state = 'confirmed'
      AND ((p.shop_a, p.variant_a) = (l.shop_id, l.variant_id) OR (p.shop_b, p.variant_b) = (l.shop_id, l.variant_id))`;
  const ended = await endArticleLinks(tx, Prisma.sql`(l.shop_id = ${shopId} OR ${ofThem})`);
  await resolveAlerts(
    tx,
    'link_disputed',
    proposals.map((id) => `link:${id}`),
  );
  return { proposals, ...affectedByEnded(ended.filter((link) => link.shopId !== shopId)) };
}

/** A shop comes back: what its removal undid is undecided again, so that people can confirm its links again. */
export async function reopenLinks(tx: Tx, shop: { id: number; removedAt: Date }): Promise<void> {
  await tx.$executeRaw`
    UPDATE link_proposal SET state = 'open', decided_at = NULL, decided_by = NULL
    WHERE state = 'undone' AND ${shop.id} IN (shop_a, shop_b) AND decided_at = ${shop.removedAt}::timestamptz`;
}

function confirmedOf(shopId: number): Prisma.Sql {
  return Prisma.sql`state = 'confirmed' AND ${shopId} IN (shop_a, shop_b)`;
}
