import { LinkProposalState, withoutEffect } from '@hub/database';
import { z } from 'zod';
import { longAction, type Acting } from '../engine/action';
import type { Question } from '../engine/question';
import { decideInSlices, LINKS_OF_A_SLICE } from './decide-in-slices';
import { sideOf, type ChosenLink, type LinkOutcome } from './decide-pairs';
import { becomesText, decidedText, LINK_DECIDED, NO_PROPOSAL, pairsText, refusalText } from './link-outcomes';
import { scoreText } from './link-labels';
import { listLinkProposals, type ListedLinkProposal } from './list-link-proposals';
import { LINK_DECISIONS, type LinkDecision, type LinkSide } from './next-link-state';

/** Maximum of pairs decided at once. */
export const MOST_LINKS_AT_ONCE = 200;

const TITLES: Readonly<Record<LinkDecision, string>> = {
  agree: 'Agree to',
  confirm: 'Link',
  refuse: 'Refuse',
  undo: 'Undo',
};

const HAPPENS: Readonly<Record<LinkDecision, readonly string[]>> = {
  agree: [
    'Each of these pairs is linked once the other shop agrees too: each of you can then sell what the other has, and ship for it.',
    'You can take your agreement back until then, and undo the link afterwards.',
  ],
  confirm: [
    'Each of these pairs becomes one article: each shop can sell what the other has, and ship for it.',
    'Network quantities are worked out again, and order lines that wait for the article are served.',
    'Both shops can undo it at their own door, and so can a lead here.',
  ],
  refuse: [
    'None of these pairs is linked, and none is proposed again unless a lead undoes the refusal.',
    'Nothing else changes.',
  ],
  undo: [
    'A pair that is linked is linked no more: each variant goes by its own barcode again. Order lines that are with the other shop stay there.',
    'A pair that was refused or undone waits for a decision again.',
  ],
};

const SOME_AT_A_TIME = `${LINKS_OF_A_SLICE} pairs are decided at a time. What becomes of a pair may depend on those before it.`;

/** What became of a pair. */
export interface DecidedLink {
  proposal: string;
  /** Null: it stays as it was, for the reason in `refusal`. */
  state: LinkProposalState | null;
  refusal: string | null;
  /** Of an undone link: order lines that are with one of the two shops for the other. */
  order_lines_that_stay: number;
}

/**
 * Links, refuses or undoes proposals: a lead for both shops, or one of the two shops at its door, which agrees instead. A
 * refused one blocks no other. Some at a time, so that many hold no lock for long.
 */
export const decideLinks = longAction({
  names: LINK_DECIDED,
  changes: true,
  command: 'link.decide',
  role: 'lead',
  note: 'none',
  input: z.strictObject({
    decision: z.enum(['agree', 'confirm', 'refuse', 'undo']),
    proposals: z
      .array(z.uuid().toLowerCase())
      .min(1, 'select at least one')
      .max(MOST_LINKS_AT_ONCE, `at most ${MOST_LINKS_AT_ONCE} pairs are decided at once`),
  }),
  ofShop: () => true,
  async ask(acting, { decision, proposals }) {
    const { by } = sideOf(acting);
    const pairs = await findPairs(acting, [...new Set(proposals)]);
    if (pairs.length === 0 || !LINK_DECISIONS[by].includes(decision)) return null;
    const chosen = pairs.map(({ id }) => ({ id, decision }));
    const outcomes = await withoutEffect(() => decideInSlices(acting, chosen));
    return questionOf(acting, { decision, pairs, outcomes });
  },
  // Nothing is recorded of the beginning: each decision has its own record.
  async run(_tx, { decision, proposals }, by) {
    const possible = LINK_DECISIONS[sideOf(by).by];
    if (!possible.includes(decision))
      return { kind: 'invalid', field: 'decision', says: `there are: ${possible.join(', ')}` };
    const chosen = [...new Set(proposals)].map((id) => ({ id, decision }));
    return { kind: 'unchanged', says: '', answer: chosen };
  },
  async goOn(acting, chosen: readonly ChosenLink[]) {
    const outcomes = await decideInSlices(acting, chosen);
    if (outcomes.every(({ kind }) => kind === 'unknown')) return { kind: 'unknown', says: NO_PROPOSAL };
    const says = decidedText(outcomes, sideOf(acting).by);
    const isDone = outcomes.some(({ kind }) => kind === 'done');
    return isDone ? { says, answer: outcomes.map(decidedLink) } : noneDone(says, outcomes);
  },
});

/** Those of the caller, in the order in which they are decided. */
async function findPairs({ db, shop }: Acting, ids: readonly string[]): Promise<ListedLinkProposal[]> {
  const states = Object.values(LinkProposalState);
  const found = await listLinkProposals(db, { shopId: shop?.id, ids, states, limit: ids.length });
  const byId = new Map(found.map((pair) => [pair.id, pair]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function questionOf(
  { shop }: Acting,
  asked: {
    decision: LinkDecision;
    pairs: readonly ListedLinkProposal[];
    outcomes: readonly LinkOutcome[];
  },
): Question {
  const { decision, pairs, outcomes } = asked;
  const done = outcomes.filter(({ kind }) => kind === 'done').length;
  const stay = outcomes.length - done;
  const title = `${TITLES[decision]} ${pairsText(done)}`;
  const by: LinkSide['by'] = shop ? 'shop' : 'lead';
  const becomes = outcomes.map((outcome) => capital(becomesText(outcome, by)));
  return {
    title,
    happens: [
      ...HAPPENS[decision],
      ...(stay === 0
        ? []
        : [`${pairsText(stay)} of those chosen ${stay === 1 ? 'is' : 'are'} not changed: see below.`]),
      ...(pairs.length > LINKS_OF_A_SLICE ? [SOME_AT_A_TIME] : []),
    ],
    ...(done > 0 && { submit: title }),
    table: {
      label: 'What becomes of each pair',
      columns: shop
        ? ['Yours', "The other's", 'What happens']
        : ['Variant', 'Same as', 'Score', 'What happens'],
      rows: pairs.map((pair, index) => [...calledFor(shop?.id, pair), becomes[index] ?? '']),
    },
  };
}

/** A shop does not learn which shop the other is, nor is it for a score to decide. */
function calledFor(shopId: number | undefined, { a, b, score }: ListedLinkProposal): string[] {
  if (shopId === undefined)
    return [...[a, b].map((side) => `${called(side)} (${side.shopName})`), scoreText(score)];
  return (a.shopId === shopId ? [a, b] : [b, a]).map(called);
}

function called({ title, variantTitle, size }: ListedLinkProposal['a']): string {
  return `${title}, ${variantTitle ?? size}`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function decidedLink(outcome: LinkOutcome): DecidedLink {
  const { id: proposal, kind } = outcome;
  return kind === 'done'
    ? { proposal, state: outcome.state, refusal: null, order_lines_that_stay: outcome.allocated }
    : { proposal, state: null, refusal: refusalText(outcome), order_lines_that_stay: 0 };
}

/** The reason of a single one, and of several each with its id. */
function noneDone(says: string, outcomes: readonly LinkOutcome[]) {
  const reasons = outcomes.flatMap((outcome) =>
    outcome.kind === 'done' ? [] : [{ field: '', about: outcome.id, message: refusalText(outcome) }],
  );
  const [only] = reasons;
  const why = only && reasons.length === 1 ? { why: only.message.replace(/\.$/, '') } : {};
  return { kind: 'refused', says, ...why, faults: reasons } as const;
}
