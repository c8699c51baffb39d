import type { ChangingRecord } from '../engine/action';
import { counted } from '../words/counted';
import {
  LINK_REFUSAL_LABELS,
  sideOf,
  type ChosenLink,
  type Deciding,
  type LinkOutcome,
} from './decide-pairs';
import type { LinkSide } from './next-link-state';

/** How the audit names a decision, in whichever way it is taken. */
export const LINK_DECIDED = { 'link.decide': 'decided whether two variants are one article' } as const;

/** What becomes of a pair, for a lead and for one of its two shops. */
const BECOMES = {
  lead: {
    open: 'undecided again',
    agreed: 'agreed to by one shop',
    confirmed: 'linked',
    refused: 'refused',
    undone: 'undone',
  },
  shop: {
    open: 'undecided again',
    agreed: 'you agree; it is linked once the other shop does',
    confirmed: 'linked: both shops agree',
    refused: 'refused: it is not proposed again',
    undone: 'the link is undone: each variant goes by its own barcode',
  },
} as const;

/** What becomes of a pair, or why it is not changed: a sentence without its capital. */
export function becomesText(outcome: LinkOutcome, by: LinkSide['by']): string {
  if (outcome.kind !== 'done') return `not changed. ${refusalText(outcome)}`;
  const becomes = BECOMES[by][outcome.state];
  const { allocated: lines } = outcome;
  return lines === 0 ? `${becomes}.` : `${becomes}; order lines that stay with the other shop: ${lines}.`;
}

/** Why a pair is not changed. */
export function refusalText(outcome: Exclude<LinkOutcome, { kind: 'done' }>): string {
  return outcome.kind === 'refused' ? LINK_REFUSAL_LABELS[outcome.why] : NO_PROPOSAL;
}

export const NO_PROPOSAL = 'There is no proposal of this id.';

/** What became of how many pairs, in the order of the words. */
export function decidedText(outcomes: readonly LinkOutcome[], by: LinkSide['by']): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const text = becomesText(outcome, by);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return sorted.map(([text, count]) => `${pairsText(count)}: ${text}`).join(' ');
}

export const pairsText = (count: number): string => counted(count, 'pair');

/** What the audit says of each decision that changed something. */
export function recordsOf(
  chosen: readonly ChosenLink[],
  outcomes: readonly LinkOutcome[],
  by: Deciding,
): ChangingRecord[] {
  const side = sideOf(by);
  return outcomes.flatMap((outcome, index) => {
    const { decision } = chosen[index] ?? {};
    if (outcome.kind !== 'done' || decision === undefined) return [];
    const { id, before, state, allocated } = outcome;
    const whose = side.by === 'shop' ? { shop_id: side.shopId } : {};
    return [
      {
        subjects: [`link:${id}`],
        detail: { decision, by: side.by, ...whose, allocated },
        changes: [{ field: 'state', before, after: state }],
      },
    ];
  });
}
