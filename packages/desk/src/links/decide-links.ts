import { resolveAlert } from '@hub/alerts';
import { inTransaction, LinkProposalState, rows, type Database, type Tx } from '@hub/database';
import { lockForMoves } from '@hub/stock';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { linkPair, unlinkPair, type LinkObstacle } from './change-article-links';
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

/** `unknown`: there is none, or none of this shop. `allocated`: lines that one of the two shops ships for the other, which stay. */
export type LinkOutcome =
  | { id: string; kind: 'done'; state: LinkProposalState; allocated: number }
  | { id: string; kind: 'refused'; why: LinkRefusal }
  | { id: string; kind: 'unknown' };

interface Deciding {
  decision: LinkDecision;
  side: LinkSide;
  /** As in the audit. */
  actor: string;
  now: Date;
}

const Proposal = z.object({
  shopA: z.int(),
  variantA: z.string(),
  shopB: z.int(),
  variantB: z.string(),
  state: z.enum(LinkProposalState),
  agreedShop: z.int().nullable(),
});

/**
 * Decides proposals, each in a separate transaction: a refused one does not block the others.
 * @returns an outcome for each, in their order
 */
export async function decideLinks(
  db: Database,
  proposalIds: readonly string[],
  deciding: Deciding,
): Promise<LinkOutcome[]> {
  const outcomes: LinkOutcome[] = [];
  for (const id of new Set(proposalIds))
    outcomes.push(await inTransaction(db, (tx) => decideOne(tx, id, deciding)));
  return outcomes;
}

/** One decision of many in one transaction. */
export interface ChosenLink {
  id: string;
  decision: LinkDecision;
}

/**
 * Decides proposals in one transaction, in the given order. A refused one changes nothing; the caller throws to roll
 * back the rest, if it is all or none.
 * @returns an outcome for each, in their order
 */
export async function decideLinksTogether(
  tx: Tx,
  chosen: readonly ChosenLink[],
  deciding: Omit<Deciding, 'decision'>,
): Promise<LinkOutcome[]> {
  await lockAll(
    tx,
    chosen.map(({ id }) => id),
  );
  const outcomes: LinkOutcome[] = [];
  for (const { id, decision } of chosen) outcomes.push(await decideOne(tx, id, { ...deciding, decision }));
  return outcomes;
}

/** Takes all locks at once, in the order in which a single decision does: two sets never deadlock. */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<void> {
  const proposals = await rows(
    Proposal,
    tx.$queryRaw`
    SELECT shop_a AS "shopA", variant_a AS "variantA", shop_b AS "shopB", variant_b AS "variantB", state::text AS state,
      agreed_shop AS "agreedShop"
    FROM link_proposal WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`,
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

async function decideOne(tx: Tx, id: string, deciding: Deciding): Promise<LinkOutcome> {
  const { decision, side, actor, now } = deciding;
  const proposal = await lockProposal(tx, id, side);
  if (proposal === null) return { id, kind: 'unknown' };
  const next = nextLinkState(proposal, decision, side);
  if (next.kind === 'refused') return { id, ...next };
  const changed = await changeLinks(tx, id, { proposal, to: next.state });
  if (typeof changed === 'string') return { id, kind: 'refused', why: changed };
  const { state, agreedShop } = next;
  await tx.linkProposal.update({
    where: { id },
    data: { state, agreedShop, decidedAt: now, decidedBy: actor },
  });
  await recordActions(tx, {
    actor,
    action: 'link.decide',
    subjects: [`link:${id}`],
    detail: { decision, by: side.by, ...(side.by === 'shop' && { shop_id: side.shopId }), ...changed },
    changes: [{ field: 'state', before: proposal.state, after: state }],
  });
  return { id, kind: 'done', state, ...changed };
}

type Proposal = z.output<typeof Proposal>;

async function lockProposal(tx: Tx, id: string, side: LinkSide): Promise<Proposal | null> {
  const shopId = side.by === 'shop' ? side.shopId : null;
  const [found] = await rows(
    Proposal,
    tx.$queryRaw`
    SELECT shop_a AS "shopA", variant_a AS "variantA", shop_b AS "shopB", variant_b AS "variantB", state::text AS state,
      agreed_shop AS "agreedShop"
    FROM link_proposal
    WHERE id = ${id}::uuid AND (${shopId}::int IS NULL OR ${shopId}::int IN (shop_a, shop_b)) FOR UPDATE`,
  );
  return found ?? null;
}

async function changeLinks(
  tx: Tx,
  id: string,
  { proposal, to }: { proposal: Proposal; to: LinkProposalState },
): Promise<LinkObstacle | { allocated: number }> {
  const { shopA, variantA, shopB, variantB } = proposal;
  const pair = { id, a: { shopId: shopA, variantId: variantA }, b: { shopId: shopB, variantId: variantB } };
  if (to === 'confirmed') return (await linkPair(tx, pair)) ?? { allocated: 0 };
  if (to !== 'undone') return { allocated: 0 };
  const unlinked = await unlinkPair(tx, pair);
  if (typeof unlinked === 'string') return unlinked;
  await resolveAlert(tx, 'link_disputed', `link:${id}`);
  return { allocated: unlinked.lines };
}
