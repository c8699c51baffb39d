import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';

const UnlinkedVariant = z.object({
  shopId: z.int(),
  /** Slug and name. */
  shop: z.string(),
  shopName: z.string(),
  variantId: z.string(),
  title: z.string(),
  brand: z.string(),
  size: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  onHand: z.bigint(),
  /** Why it is not linked; null: not said. */
  linkProblem: z.string().nullable(),
});

/** A variant that no other shop offers or is offered (D14). */
export type UnlinkedVariant = z.output<typeof UnlinkedVariant>;

/** Where a list continues: after this one. */
export type UnlinkedPlace = Pick<UnlinkedVariant, 'shopId' | 'variantId'>;

export interface UnlinkedQuery {
  shopId?: number | undefined;
  /** The reason why they are not linked; any, unless given. */
  problem?: string | undefined;
  after?: UnlinkedPlace | undefined;
  /** All, unless given. */
  limit?: number;
}

/** Active variants that no other shop's variant can match, by shop and id. */
export function listUnlinked(db: Database, query: UnlinkedQuery): Promise<UnlinkedVariant[]> {
  return rows(UnlinkedVariant, db.$queryRaw(unlinkedQuery(query)));
}

/** A removed shop's variants have lost their articles with it: they are not linked any more. */
const OF_A_SHOP_THERE_IS = Prisma.sql`EXISTS (SELECT FROM shop s WHERE s.id = v.shop_id AND s.removed_at IS NULL)`;

/** Reads unlinked variants through their own index, independent of the number of linked ones. */
export function unlinkedQuery({ shopId, problem, after, limit }: UnlinkedQuery): Prisma.Sql {
  const ofShop = shopId === undefined ? Prisma.sql`true` : Prisma.sql`v.shop_id = ${shopId}`;
  const ofProblem = problem === undefined ? Prisma.sql`true` : Prisma.sql`v.link_problem = ${problem}`;
  const goesOn = after
    ? Prisma.sql`(v.shop_id, v.variant_id) > (${after.shopId}, ${after.variantId})`
    : Prisma.sql`true`;
  return Prisma.sql`
    SELECT v.shop_id AS "shopId", s.slug AS shop, s.name AS "shopName", v.variant_id AS "variantId", p.title, p.brand, v.size,
      v.sku, v.barcode, v.on_hand AS "onHand", v.link_problem AS "linkProblem"
    FROM (
      SELECT * FROM variant v
      WHERE v.gtin IS NULL AND v.state = 'active' AND ${ofShop} AND ${ofProblem} AND ${goesOn} AND ${OF_A_SHOP_THERE_IS}
      ORDER BY v.shop_id, v.variant_id LIMIT ${limit ?? null}::bigint
    ) v
    JOIN shop s ON s.id = v.shop_id
    JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id
    ORDER BY v.shop_id, v.variant_id`;
}

const UnlinkedShop = z.object({ shop: z.string(), name: z.string(), unlinked: z.int() });

/** How many of a shop's variants are not linked. */
export type UnlinkedShop = z.output<typeof UnlinkedShop>;

/** Shops with unlinked variants, the one with the most first. */
export function countUnlinked(db: Database): Promise<UnlinkedShop[]> {
  return rows(
    UnlinkedShop,
    db.$queryRaw`
    SELECT s.slug AS shop, s.name, u.unlinked FROM (
      SELECT shop_id, count(*)::int AS unlinked FROM variant WHERE gtin IS NULL AND state = 'active' GROUP BY shop_id
    ) u JOIN shop s ON s.id = u.shop_id AND s.removed_at IS NULL ORDER BY u.unlinked DESC, s.slug`,
  );
}
