import { LinkProposalState, type Database } from '@hub/database';
import { byVariant } from '../../links/by-variant';
import { countLinkProposals } from '../../links/count-link-proposals';
import { listLinkGroups, type LinkGroupPlace, type ListedLinkGroup } from '../../links/list-link-groups';
import { listLinkProposals, type LinkConfidence } from '../../links/list-link-proposals';
import { z } from 'zod';
import { LinkView, linkViewOf } from './link-view';

const PAGE = 50;
/** Maximum of pairs shown for two products. */
const MOST_PAIRS = 200;

/** Filter of a list of proposals. */
export const LINK_LISTS = ['undecided', 'linked', 'refused', 'undone'] as const;
type LinkList = (typeof LINK_LISTS)[number];

const STATES: Readonly<Record<LinkList, readonly LinkProposalState[]>> = {
  undecided: ['open', 'agreed'],
  linked: ['confirmed'],
  refused: ['refused'],
  undone: ['undone'],
};

const Product = z.object({ title: z.string().nullable(), brand: z.string().nullable() });

export const LinkGroupsView = z.object({
  waiting: z
    .object({
      sure: z.int(),
      likely: z.int(),
      possible: z.int(),
      other_agrees: z.int().describe('of all, those that the other shop has agreed to'),
    })
    .describe('pairs that are undecided'),
  groups: z
    .array(
      z.object({
        id: z.uuid().describe('of one of its pairs: `/links/{id}` shows them all'),
        yours: Product.describe('title and brand; null: the product is not offered any more'),
        other: Product,
        pairs: z.int(),
        sure: z.int().describe('of the pairs, those that are sure'),
        best_score: z.number(),
      }),
    )
    .describe('your product and one of another shop, the best first'),
  next: z.string().nullable().describe('`after` of the next page'),
});
export type LinkGroupsView = z.output<typeof LinkGroupsView>;

export interface LinksAsked {
  shopId: number;
  list: LinkList;
  confidence?: LinkConfidence | undefined;
  after?: LinkGroupPlace | undefined;
}

/** The shop's own proposals by product, and how many wait for a decision. */
export async function listLinks(db: Database, asked: LinksAsked): Promise<LinkGroupsView> {
  const { shopId, list, confidence, after } = asked;
  const [[waiting], groups] = await Promise.all([
    countLinkProposals(db, shopId),
    listLinkGroups(db, { shopId, states: STATES[list], confidence, after, limit: PAGE }),
  ]);
  const last = groups.length === PAGE ? groups.at(-1) : undefined;
  return {
    waiting: {
      sure: waiting?.sure ?? 0,
      likely: waiting?.likely ?? 0,
      possible: waiting?.possible ?? 0,
      other_agrees: waiting?.agreed ?? 0,
    },
    groups: groups.map((group) => groupOf(group, shopId)),
    next: last ? `${last.best}_${last.pairs}_${last.id}` : null,
  };
}

/**
 * The address of the other shop's product image: for the hub to fetch, never for the shop. Null: there is none, or no
 * such proposal.
 */
export async function readOtherImageUrl(
  db: Database,
  { shopId, id }: { shopId: number; id: string },
): Promise<string | null> {
  const states = Object.values(LinkProposalState);
  const [asked] = await listLinkProposals(db, { shopId, ids: [id], states, limit: 1 });
  if (!asked) return null;
  return (asked.a.shopId === shopId ? asked.b : asked.a).imageUrl;
}

function groupOf(group: ListedLinkGroup, shopId: number): LinkGroupsView['groups'][number] {
  const { id, pairs, sure, best, shopA, a, b } = group;
  const [yours, other] = shopA === shopId ? [a, b] : [b, a];
  return {
    id,
    yours: { title: yours.title, brand: yours.brand },
    other: { title: other.title, brand: other.brand },
    pairs,
    sure,
    best_score: best,
  };
}

export const LinkPairsView = z.object({
  pairs: z.array(LinkView).describe('the one that was asked for, and all others of the same two products'),
});
export type LinkPairsView = z.output<typeof LinkPairsView>;

/** A proposal of the shop with all others of its two products; null: the shop has none of this id. */
export async function readLink(
  db: Database,
  { shopId, id }: { shopId: number; id: string },
): Promise<LinkPairsView | null> {
  const states = Object.values(LinkProposalState);
  const [asked] = await listLinkProposals(db, { shopId, ids: [id], states, limit: 1 });
  if (!asked) return null;
  const { a, b } = asked;
  const group = { shopA: a.shopId, productA: a.productId, shopB: b.shopId, productB: b.productId };
  const pairs = await listLinkProposals(db, { shopId, group, states, limit: MOST_PAIRS });
  return { pairs: byVariant(pairs).map((pair) => linkViewOf(pair, shopId)) };
}
