import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { comesAfter, sortedBy } from '../engine/keyset';
import { fits, type LinkQuery } from './list-link-proposals';

const GroupedProduct = z.object({
  shop: z.string(),
  shopName: z.string(),
  /** Null: the shop no longer offers the product. */
  title: z.string().nullable(),
  brand: z.string().nullable(),
});

const ListedLinkGroup = z.object({
  /** Of one of its proposals, which names the group. */
  id: z.string(),
  shopA: z.int(),
  productA: z.string(),
  shopB: z.int(),
  productB: z.string(),
  pairs: z.int(),
  sure: z.int(),
  lowest: z.number(),
  best: z.number(),
  a: GroupedProduct,
  b: GroupedProduct,
});
/** Two products of two shops, with the number of pairs of their variants, and their scores. */
export type ListedLinkGroup = z.output<typeof ListedLinkGroup>;

/** Where a list of groups continues: after this one. */
export type LinkGroupPlace = Pick<ListedLinkGroup, 'best' | 'pairs' | 'id'>;

const BEST = { of: Prisma.sql`max(p.score)`, descending: true };
const PAIRS = { of: Prisma.sql`count(*)`, descending: true };
const ID = { of: Prisma.sql`min(p.id::text)`, descending: false };

/** Groups with matching proposals, the best first. They count all that match: filter by a shop, or an article. */
export function listLinkGroups(
  db: Database,
  query: LinkQuery & { after?: LinkGroupPlace | undefined },
): Promise<ListedLinkGroup[]> {
  const { after, limit } = query;
  const goesOn = after
    ? comesAfter([
        { ...BEST, there: Prisma.sql`${after.best}::float8` },
        { ...PAIRS, there: Prisma.sql`${after.pairs}` },
        { ...ID, there: Prisma.sql`${after.id}` },
      ])
    : Prisma.sql`true`;
  return rows(
    ListedLinkGroup,
    db.$queryRaw`
    SELECT g.*, ${product('sa', 'pa')} AS a, ${product('sb', 'pb')} AS b
    FROM (
      SELECT min(p.id::text) AS id, p.shop_a AS "shopA", p.product_a AS "productA", p.shop_b AS "shopB", p.product_b AS "productB",
        count(*)::int AS pairs, count(*) FILTER (WHERE p.confidence = 'sure')::int AS sure, min(p.score) AS lowest, max(p.score) AS best
      FROM link_proposal p WHERE ${fits(query)}
      GROUP BY p.shop_a, p.product_a, p.shop_b, p.product_b HAVING ${goesOn}
      ORDER BY ${sortedBy([BEST, PAIRS, ID])} LIMIT ${limit}
    ) g
    JOIN shop sa ON sa.id = g."shopA" JOIN shop sb ON sb.id = g."shopB"
    LEFT JOIN product pa ON pa.shop_id = g."shopA" AND pa.product_id = g."productA"
    LEFT JOIN product pb ON pb.shop_id = g."shopB" AND pb.product_id = g."productB"
    ORDER BY g.best DESC, g.pairs DESC, g.id`,
  );
}

function product(shop: string, of: string): Prisma.Sql {
  const [s, p] = [Prisma.raw(shop), Prisma.raw(of)];
  return Prisma.sql`jsonb_build_object('shop', ${s}.slug, 'shopName', ${s}.name, 'title', ${p}.title, 'brand', ${p}.brand)`;
}
