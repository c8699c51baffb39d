import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { OF_SHOPS_THERE_ARE } from './list-link-proposals';

const WaitingLinks = z.object({
  /** Slug and name. */
  shop: z.string(),
  name: z.string(),
  sure: z.int(),
  likely: z.int(),
  possible: z.int(),
  /** Of all: how many the other shop has agreed to. */
  agreed: z.int(),
});
/** How many proposals of a shop are undecided. */
export type WaitingLinks = z.output<typeof WaitingLinks>;

/** Shops with undecided proposals, the one with the most first. @param shopId only this shop */
export function countLinkProposals(db: Database, shopId?: number): Promise<WaitingLinks[]> {
  const sides = [Prisma.sql`shop_a`, Prisma.sql`shop_b`].map(
    (side) => Prisma.sql`
      SELECT ${side} AS shop_id, confidence, agreed_shop FROM link_proposal p
      WHERE state IN ('open', 'agreed') AND ${shopId === undefined ? Prisma.sql`true` : Prisma.sql`${side} = ${shopId}`}
        AND ${OF_SHOPS_THERE_ARE}`,
  );
  return rows(
    WaitingLinks,
    db.$queryRaw`
    SELECT s.slug AS shop, s.name, count(*) FILTER (WHERE w.confidence = 'sure')::int AS sure,
      count(*) FILTER (WHERE w.confidence = 'likely')::int AS likely,
      count(*) FILTER (WHERE w.confidence = 'possible')::int AS possible,
      count(*) FILTER (WHERE w.agreed_shop <> w.shop_id)::int AS agreed
    FROM (${Prisma.join(sides, ' UNION ALL ')}) w JOIN shop s ON s.id = w.shop_id
    GROUP BY s.id ORDER BY count(*) DESC, s.slug`,
  );
}
