import { LinkProposalState, Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { comesAfter, sortedBy } from '../engine/keyset';
import { LinkEvidence } from './describe-evidence';

/** How sure a proposal is, as `@hub/matching` says. */
export const LINK_CONFIDENCES = ['sure', 'likely', 'possible'] as const;
export type LinkConfidence = (typeof LINK_CONFIDENCES)[number];

/** The fields of a variant shown to deciders: no price, stock, or shop that sells it. */
const ShownVariant = z.object({
  title: z.string(),
  brand: z.string(),
  variantTitle: z.string().nullable(),
  size: z.string(),
  barcode: z.string().nullable(),
  /** Of its first image; null: it has none. */
  imageUrl: z.string().nullable(),
});

const Sided = ShownVariant.extend({
  shopId: z.int(),
  /** Slug and name. */
  shop: z.string(),
  shopName: z.string(),
  variantId: z.string(),
  productId: z.string(),
});

const ListedLinkProposal = z.object({
  id: z.string(),
  state: z.enum(LinkProposalState),
  score: z.number(),
  confidence: z.enum(LINK_CONFIDENCES),
  /** As text: `describeEvidence`. */
  evidence: LinkEvidence,
  madeAt: z.date(),
  decidedAt: z.date().nullable(),
  /** As in the audit; null: undecided. */
  decidedBy: z.string().nullable(),
  agreedShop: z.int().nullable(),
  a: Sided,
  b: Sided,
});

/**
 * A proposal with both variants as their shops offer them. Ids and names of shop, variant and product are for the desk:
 * a shop sees none of the other's.
 */
export type ListedLinkProposal = z.output<typeof ListedLinkProposal>;

/** Two products of two shops, with all their pairs of variants: one decision covers them. */
export interface LinkGroup {
  shopA: number;
  productA: string;
  shopB: number;
  productB: string;
}

export interface LinkQuery {
  /** All shops', unless given. */
  shopId?: number | undefined;
  states: readonly LinkProposalState[];
  confidence?: LinkConfidence | undefined;
  /** Those that make or made a variant this article. */
  article?: string | undefined;
  /** Only these two products. */
  group?: LinkGroup | undefined;
  /** Only these. */
  ids?: readonly string[];
  limit: number;
}

/** Where a list of proposals continues: after this one. */
export type LinkPlace = Pick<ListedLinkProposal, 'score' | 'id'>;

/** Proposals, the best first. */
export function listLinkProposals(
  db: Sql,
  query: LinkQuery & { after?: LinkPlace | undefined },
): Promise<ListedLinkProposal[]> {
  const { after, limit } = query;
  const goesOn = after
    ? comesAfter([
        { ...SCORE, there: Prisma.sql`${after.score}::float8` },
        { ...ID, there: Prisma.sql`${after.id}::uuid` },
      ])
    : Prisma.sql`true`;
  const bestFirst = sortedBy([SCORE, ID]);
  return rows(
    ListedLinkProposal,
    db.$queryRaw`
    SELECT p.id, p.state::text AS state, p.score, p.confidence, p.evidence, p.made_at AS "madeAt", p.decided_at AS "decidedAt",
      p.decided_by AS "decidedBy", p.agreed_shop AS "agreedShop", ${shown('va', 'pa', 'sa')} AS a, ${shown('vb', 'pb', 'sb')} AS b
    FROM (SELECT * FROM link_proposal p WHERE ${fits(query)} AND ${goesOn} ORDER BY ${bestFirst} LIMIT ${limit}) p
    JOIN variant va ON va.shop_id = p.shop_a AND va.variant_id = p.variant_a
    JOIN product pa ON pa.shop_id = va.shop_id AND pa.product_id = va.product_id
    JOIN shop sa ON sa.id = va.shop_id
    JOIN variant vb ON vb.shop_id = p.shop_b AND vb.variant_id = p.variant_b
    JOIN product pb ON pb.shop_id = vb.shop_id AND pb.product_id = vb.product_id
    JOIN shop sb ON sb.id = vb.shop_id
    ORDER BY ${bestFirst}`,
  );
}

const SCORE = { of: Prisma.sql`p.score`, descending: true };
const ID = { of: Prisma.sql`p.id`, descending: false };

/**
 * A removed shop is not linked. The few removed ones are read once: looked up by row, a million rows take longer than a
 * statement may.
 */
export const OF_SHOPS_THERE_ARE = Prisma.sql`
  p.shop_a <> ALL (ARRAY(SELECT id FROM shop WHERE removed_at IS NOT NULL))
  AND p.shop_b <> ALL (ARRAY(SELECT id FROM shop WHERE removed_at IS NOT NULL))`;

/** Filter of a proposal `p`. */
export function fits({ shopId, states, confidence, article, group, ids }: LinkQuery): Prisma.Sql {
  const parts = [
    Prisma.sql`p.state::text = ANY (${[...states]}::text[])`,
    OF_SHOPS_THERE_ARE,
    ...(shopId === undefined ? [] : [Prisma.sql`${shopId} IN (p.shop_a, p.shop_b)`]),
    ...(confidence === undefined ? [] : [Prisma.sql`p.confidence = ${confidence}`]),
    ...(ids === undefined ? [] : [Prisma.sql`p.id = ANY (${[...ids]}::uuid[])`]),
    ...(article === undefined
      ? []
      : [
          Prisma.sql`p.id IN (SELECT l.proposal_id FROM variant v JOIN article_link l USING (shop_id, variant_id)
            WHERE v.gtin = ${article})`,
        ]),
    ...(group
      ? [
          Prisma.sql`(p.shop_a, p.product_a, p.shop_b, p.product_b)
            = (${group.shopA}, ${group.productA}, ${group.shopB}, ${group.productB})`,
        ]
      : []),
  ];
  return Prisma.join(parts, ' AND ');
}

function shown(variant: string, product: string, shop: string): Prisma.Sql {
  const [v, p, s] = [Prisma.raw(variant), Prisma.raw(product), Prisma.raw(shop)];
  return Prisma.sql`jsonb_build_object('shopId', ${v}.shop_id, 'shop', ${s}.slug, 'shopName', ${s}.name,
    'variantId', ${v}.variant_id, 'productId', ${v}.product_id, 'title', ${p}.title, 'brand', ${p}.brand,
    'variantTitle', ${v}.title, 'size', ${v}.size, 'barcode', ${v}.barcode, 'imageUrl', ${p}.images -> 0 ->> 'url')`;
}
