import { LinkProposalState, type Sql } from '@hub/database';
import {
  byVariant,
  listLinkProposals,
  MOST_LINKS_AT_ONCE,
  type LinkGroup,
  type ListedLinkProposal,
} from '@hub/desk/links';

const ALL_STATES = Object.values(LinkProposalState);

/** A proposal with all others of its two products; undefined if there is no such proposal. */
export async function findGroup(db: Sql, id: string): Promise<ListedLinkProposal[]> {
  const [asked] = await listLinkProposals(db, { ids: [id], states: ALL_STATES, limit: 1 });
  if (!asked) return [];
  const group = groupOf(asked);
  return byVariant(await listLinkProposals(db, { group, states: ALL_STATES, limit: MOST_LINKS_AT_ONCE }));
}

/** The two products of a proposal. */
export function groupOf({ a, b }: ListedLinkProposal): LinkGroup {
  return { shopA: a.shopId, productA: a.productId, shopB: b.shopId, productB: b.productId };
}
