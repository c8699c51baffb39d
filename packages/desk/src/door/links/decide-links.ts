import { inTransaction, LinkProposalState, withoutEffect, type Database } from '@hub/database';
import { byVariant } from '../../links/by-variant';
import {
  decideLinks,
  decideLinksTogether,
  LINK_REFUSAL_LABELS,
  type LinkOutcome,
} from '../../links/decide-links';
import { listLinkProposals } from '../../links/list-link-proposals';
import { z } from 'zod';
import type { Acted } from '../acts/acted';
import { actorOfVisit, type Visit } from '../visit';
import { linkViewOf, type LinkView, type ShopDecision } from './link-view';

/** Maximum of pairs decided at once. */
export const MOST_LINKS_AT_ONCE = 200;

const LinkOutcomeView = z.object({
  id: z.uuid(),
  state: z
    .enum(['open', 'agreed', 'confirmed', 'refused', 'undone'])
    .nullable()
    .describe('null: it stays as it was'),
  why_not: z.string().nullable(),
  order_lines_that_stay: z
    .int()
    .describe('of an undone link: order lines that are with one of the two shops for the other'),
});
export const LinksDecided = z.object({ outcomes: z.array(LinkOutcomeView) });
export type LinksDecided = z.output<typeof LinksDecided>;

interface Decided {
  visit: Visit;
  ids: readonly string[];
  decision: ShopDecision;
  now: number;
}

/** The shop agrees to, refuses or undoes its own proposals, each separately: a refused one does not block the others. */
export async function decideOwnLinks(db: Database, decided: Decided): Promise<Acted<LinksDecided>> {
  const { ids, decision } = decided;
  const outcomes = await decideLinks(db, ids, { decision, ...decidingOf(decided) });
  if (outcomes.every(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
  const [only] = outcomes;
  if (only?.kind === 'refused' && outcomes.length === 1)
    return { kind: 'refused', reason: LINK_REFUSAL_LABELS[only.why].replace(/\.$/, '') };
  return { kind: 'done', answer: { outcomes: outcomes.map(outcomeViewOf) } };
}

/** The results of the same, without effect, with the pairs themselves; pairs of other shops are left out. */
export async function foreseeLinks(
  db: Database,
  decided: Decided,
): Promise<{ pair: LinkView; outcome: LinksDecided['outcomes'][number] }[]> {
  const { visit, ids, decision } = decided;
  const { shopId } = visit.contact;
  const states = Object.values(LinkProposalState);
  const pairs = byVariant(await listLinkProposals(db, { shopId, ids, states, limit: MOST_LINKS_AT_ONCE }));
  const outcomes = await withoutEffect(() =>
    inTransaction(db, (tx) =>
      decideLinksTogether(
        tx,
        pairs.map(({ id }) => ({ id, decision })),
        decidingOf(decided),
      ),
    ),
  );
  const viewed = new Map(outcomes.map((outcome) => [outcome.id, outcomeViewOf(outcome)]));
  return pairs.flatMap((pair) => {
    const outcome = viewed.get(pair.id);
    return outcome ? [{ pair: linkViewOf(pair, shopId), outcome }] : [];
  });
}

function decidingOf({ visit, now }: Decided) {
  return {
    side: { by: 'shop', shopId: visit.contact.shopId },
    actor: actorOfVisit(visit),
    now: new Date(now),
  } as const;
}

function outcomeViewOf(outcome: LinkOutcome): LinksDecided['outcomes'][number] {
  if (outcome.kind === 'done')
    return {
      id: outcome.id,
      state: outcome.state,
      why_not: null,
      order_lines_that_stay: outcome.allocated,
    };
  const whyNot = outcome.kind === 'refused' ? LINK_REFUSAL_LABELS[outcome.why] : 'There is none of this id.';
  return { id: outcome.id, state: null, why_not: whyNot, order_lines_that_stay: 0 };
}
