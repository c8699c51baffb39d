import { LinkProposalState, Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { LinkEvidence } from './describe-evidence';

/** What of a variant is shown to whoever decides: nothing of price, stock, or who sells it. */
const ShownVariant = z.object({
  title: z.string(),
  brand: z.string(),
  variantTitle: z.string().nullable(),
  size: z.string(),
  barcode: z.string().nullable(),
  /** Of its first image; null: it has none. */
  imageUrl: z.string().nullable(),
});

const Sided = ShownVariant.extend({ shopId: z.int(), variantId: z.string(), productId: z.string() });

const ListedLinkProposal = z.object({
  id: z.string(),
  state: z.enum(LinkProposalState),
  score: z.number(),
  confidence: z.enum(['sure', 'likely', 'possible']),
  /** In words: `describeEvidence`. */
  evidence: LinkEvidence,
  madeAt: z.date(),
  decidedAt: z.date().nullable(),
  agreedShop: z.int().nullable(),
  a: Sided,
  b: Sided,
});

/**
 * A proposal with both variants as their shops offer them. Ids of shop, variant and product are for the desk: a shop is
 * shown none of the other's.
 */
export type ListedLinkProposal = z.output<typeof ListedLinkProposal>;

/** Two products of two shops, with all their pairs of variants: what is decided at once. */
export interface LinkGroup {
  shopA: number;
  productA: string;
  shopB: number;
  productB: string;
}

export interface LinkQuery {
  /** All shops', unless given. */
  shopId?: number;
  states: readonly LinkProposalState[];
  group?: LinkGroup;
  limit: number;
}

/** Proposals, the best first, and those of two products together. */
export function listLinkProposals(db: Database, query: LinkQuery): Promise<ListedLinkProposal[]> {
  return rows(
    ListedLinkProposal,
    db.$queryRaw`
    SELECT p.id, p.state::text AS state, p.score, p.confidence, p.evidence, p.made_at AS "madeAt", p.decided_at AS "decidedAt",
      p.agreed_shop AS "agreedShop", ${shown('va', 'pa')} AS a, ${shown('vb', 'pb')} AS b
    FROM (SELECT * FROM link_proposal p WHERE ${fits(query)} ORDER BY ${BEST_FIRST} LIMIT ${query.limit}) p
    JOIN variant va ON va.shop_id = p.shop_a AND va.variant_id = p.variant_a
    JOIN product pa ON pa.shop_id = va.shop_id AND pa.product_id = va.product_id
    JOIN variant vb ON vb.shop_id = p.shop_b AND vb.variant_id = p.variant_b
    JOIN product pb ON pb.shop_id = vb.shop_id AND pb.product_id = vb.product_id
    ORDER BY ${BEST_FIRST}`,
  );
}

const GroupRow = z.object({
  shopA: z.int(),
  productA: z.string(),
  shopB: z.int(),
  productB: z.string(),
  pairs: z.int(),
  sure: z.int(),
  lowest: z.number(),
  best: z.number(),
});

/** Groups with how many pairs of them there are, and how well these score; the best first. */
export function listLinkGroups(db: Database, query: LinkQuery): Promise<z.output<typeof GroupRow>[]> {
  return rows(
    GroupRow,
    db.$queryRaw`
    SELECT shop_a AS "shopA", product_a AS "productA", shop_b AS "shopB", product_b AS "productB", count(*)::int AS pairs,
      count(*) FILTER (WHERE confidence = 'sure')::int AS sure, min(score) AS lowest, max(score) AS best
    FROM link_proposal p WHERE ${fits(query)}
    GROUP BY shop_a, product_a, shop_b, product_b
    ORDER BY best DESC, pairs DESC, shop_a, product_a, shop_b, product_b LIMIT ${query.limit}`,
  );
}

const BEST_FIRST = Prisma.sql`p.score DESC, p.shop_a, p.product_a, p.shop_b, p.product_b, p.id`;

function fits({ shopId, states, group }: LinkQuery): Prisma.Sql {
  const parts = [
    Prisma.sql`p.state::text = ANY (${[...states]}::text[])`,
    // A removed shop is linked with nobody.
    Prisma.sql`NOT EXISTS (SELECT FROM shop s WHERE s.id IN (p.shop_a, p.shop_b) AND s.removed_at IS NOT NULL)`,
    ...(shopId === undefined ? [] : [Prisma.sql`${shopId} IN (p.shop_a, p.shop_b)`]),
    ...(group
      ? [
          Prisma.sql`(p.shop_a, p.product_a, p.shop_b, p.product_b)
            = (${group.shopA}, ${group.productA}, ${group.shopB}, ${group.productB})`,
        ]
      : []),
  ];
  return Prisma.join(parts, ' AND ');
}

function shown(variant: string, product: string): Prisma.Sql {
  const [v, p] = [Prisma.raw(variant), Prisma.raw(product)];
  return Prisma.sql`jsonb_build_object('shopId', ${v}.shop_id, 'variantId', ${v}.variant_id, 'productId', ${v}.product_id,
    'title', ${p}.title, 'brand', ${p}.brand, 'variantTitle', ${v}.title, 'size', ${v}.size, 'barcode', ${v}.barcode,
    'imageUrl', ${p}.images -> 0 ->> 'url')`;
}
