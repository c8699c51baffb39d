import { resolveAlert } from '@hub/alerts';
import { LinkProposalState, Prisma, rows, type Tx } from '@hub/database';
import { lockForMoves } from '@hub/stock';
import { z } from 'zod';
import type { Acting } from '../engine/action';
import { countAllocated, linkPair, unlinkPair, type LinkObstacle } from './change-article-links';
import { nextLinkState, type LinkDecision, type LinkSide, type NextLinkState } from './next-link-state';

export type { LinkDecision, LinkSide } from './next-link-state';

/** A decision was refused, and nothing changed. */
export type LinkRefusal = LinkObstacle | Extract<NextLinkState, { kind: 'refused' }>['why'];

export const LINK_REFUSAL_LABELS: Readonly<Record<LinkRefusal, string>> = {
  not_undecided: 'It has been decided already.',
  nothing_to_undo: 'There is nothing to undo.',
  not_yours: 'That is for the other shop or a lead to decide.',
  variant_gone: 'One of the two variants is no longer offered.',
  other_article: 'Each of the two is linked to an article already, and not to the same one.',
  shop_has_article: 'The shop has another variant that is this article.',
  others_rest_on_it: 'Other links were made by way of this one. Undo those first.',
};

/**
 * `unknown`: there is none, or none of this shop. `allocated`: lines that one of the two shops ships for the other, which
 * stay.
 */
export type LinkOutcome =
  | { id: string; kind: 'done'; before: LinkProposalState; state: LinkProposalState; allocated: number }
  | { id: string; kind: 'refused'; why: LinkRefusal }
  | { id: string; kind: 'unknown' };

/** One decision of many. */
export interface ChosenLink {
  id: string;
  decision: LinkDecision;
}

/** Who decides, and when. */
export type Deciding = Pick<Acting, 'actor' | 'shop' | 'now'>;

/** A shop decides at its door for itself, a lead for both. */
export function sideOf({ shop }: Pick<Deciding, 'shop'>): LinkSide {
  return shop ? { by: 'shop', shopId: shop.id } : { by: 'lead' };
}

const Proposal = z.object({
  shopA: z.int(),
  variantA: z.string(),
  shopB: z.int(),
  variantB: z.string(),
  state: z.enum(LinkProposalState),
  agreedShop: z.int().nullable(),
});
type Proposal = z.output<typeof Proposal>;
const PROPOSAL = Prisma.sql`
  SELECT shop_a AS "shopA", variant_a AS "variantA", shop_b AS "shopB", variant_b AS "variantB", state::text AS state,
    agreed_shop AS "agreedShop"
  FROM link_proposal`;

/**
 * Decides proposals in one transaction, in the given order. A refused one changes nothing and blocks no other.
 * @returns an outcome for each, in their order
 */
export async function decidePairs(
  tx: Tx,
  chosen: readonly ChosenLink[],
  by: Deciding,
): Promise<LinkOutcome[]> {
  const ids = chosen.map(({ id }) => id);
  const own = await rows(
    z.object({ id: z.string() }),
    tx.$queryRaw`SELECT id FROM link_proposal WHERE id = ANY (${ids}::uuid[]) AND ${isOwn(by)}`,
  );
  // Those of others are neither counted nor locked: a shop must not hold up what it cannot see.
  const seen = new Set(own.map(({ id }) => id));
  const undone = chosen.filter(({ id, decision }) => decision === 'undo' && seen.has(id));
  // For people to check; it reads all orders of both shops: no lock is held meanwhile.
  const allocated = await countAllocated(
    tx,
    undone.map(({ id }) => id),
  );
  await lockAll(tx, [...seen]);
  const outcomes: LinkOutcome[] = [];
  for (const one of chosen)
    outcomes.push(await decideOne(tx, { ...one, allocated: allocated.get(one.id) ?? 0 }, by));
  return outcomes;
}

/** Whether a proposal is one of the caller's own, or the caller decides for both shops. */
function isOwn(by: Deciding): Prisma.Sql {
  const side = sideOf(by);
  return side.by === 'shop' ? Prisma.sql`${side.shopId}::int IN (shop_a, shop_b)` : Prisma.sql`true`;
}

/** Takes all locks at once, in the order in which every decision does: two sets never deadlock. */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<void> {
  const proposals = await rows(
    Proposal,
    tx.$queryRaw`${PROPOSAL} WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  const shops = proposals.flatMap(({ shopA, shopB }) => [shopA, shopB]);
  await tx.$executeRaw`SELECT 1 FROM shop WHERE id = ANY (${shops}::int[]) ORDER BY id FOR NO KEY UPDATE`;
  await lockForMoves(
    tx,
    proposals.flatMap(({ shopA, variantA, shopB, variantB }) => [
      { shopId: shopA, variantId: variantA },
      { shopId: shopB, variantId: variantB },
    ]),
  );
}

async function decideOne(
  tx: Tx,
  { id, decision, allocated }: ChosenLink & { allocated: number },
  by: Deciding,
): Promise<LinkOutcome> {
  const side = sideOf(by);
  const [proposal] = await rows(
    Proposal,
    tx.$queryRaw`${PROPOSAL} WHERE id = ${id}::uuid AND ${isOwn(by)} FOR UPDATE`,
  );
  if (!proposal) return { id, kind: 'unknown' };
  const next = nextLinkState(proposal, decision, side);
  if (next.kind === 'refused') return { id, ...next };
  const { state, agreedShop } = next;
  const obstacle = await changeLinks(tx, id, { proposal, to: state });
  if (obstacle !== null) return { id, kind: 'refused', why: obstacle };
  await tx.linkProposal.update({
    where: { id },
    data: { state, agreedShop, decidedAt: new Date(by.now), decidedBy: by.actor },
  });
  return { id, kind: 'done', before: proposal.state, state, allocated: state === 'undone' ? allocated : 0 };
}

async function changeLinks(
  tx: Tx,
  id: string,
  { proposal, to }: { proposal: Proposal; to: LinkProposalState },
): Promise<LinkObstacle | null> {
  const { shopA, variantA, shopB, variantB } = proposal;
  const pair = { id, a: { shopId: shopA, variantId: variantA }, b: { shopId: shopB, variantId: variantB } };
  if (to === 'confirmed') return linkPair(tx, pair);
  if (to !== 'undone') return null;
  const obstacle = await unlinkPair(tx, pair);
  if (obstacle === null) await resolveAlert(tx, 'link_disputed', `link:${id}`);
  return obstacle;
}
