import { inTransaction, LinkProposalState, withoutEffect } from '@hub/database';
import { z } from 'zod';
import { action, type Acting } from '../engine/action';
import type { Question } from '../engine/question';
import { decidePairs, DECIDING_MS, sideOf, type LinkOutcome } from './decide-pairs';
import { becomesText, decidedText, NO_PROPOSAL, pairsText, recordsOf, refusalText } from './link-outcomes';
import { scoreText } from './link-words';
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
 * refused one blocks no other.
 */
export const decideLinks = action({
  name: 'link.decide',
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
  timeoutMs: DECIDING_MS,
  async ask(acting, { decision, proposals }) {
    const { by } = sideOf(acting);
    const pairs = await findPairs(acting, [...new Set(proposals)]);
    if (pairs.length === 0 || !LINK_DECISIONS[by].includes(decision)) return null;
    const chosen = pairs.map(({ id }) => ({ id, decision }));
    const decide = () =>
      inTransaction(acting.db, (tx) => decidePairs(tx, chosen, acting), { timeoutMs: DECIDING_MS });
    return questionOf(acting, { decision, pairs, outcomes: await withoutEffect(decide) });
  },
  async run(tx, { decision, proposals }, by) {
    const side = sideOf(by);
    const possible = LINK_DECISIONS[side.by];
    if (!possible.includes(decision))
      return { kind: 'invalid', field: 'decision', says: `there are: ${possible.join(', ')}` };
    const chosen = [...new Set(proposals)].map((id) => ({ id, decision }));
    const outcomes = await decidePairs(tx, chosen, by);
    if (outcomes.every(({ kind }) => kind === 'unknown')) return { kind: 'unknown', says: NO_PROPOSAL };
    const says = decidedText(outcomes, side.by);
    const [record, ...others] = recordsOf(chosen, outcomes, by);
    if (!record) return noneDone(says, outcomes);
    return { kind: 'done', says, answer: outcomes.map(decidedLink), record, others };
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
      ...(stay === 0 ? [] : [`${stay} of those chosen stay as they are: see below.`]),
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
