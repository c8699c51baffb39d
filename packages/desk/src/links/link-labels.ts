import type { LinkProposalState } from '@hub/database';
import type { StateLabel } from '../engine/cell';

export const LINK_STATES: Readonly<Record<LinkProposalState, StateLabel>> = {
  open: { text: 'undecided', tone: 'quiet' },
  agreed: { text: 'one shop agrees', tone: 'warn' },
  confirmed: { text: 'linked', tone: 'good' },
  refused: { text: 'refused', tone: 'quiet' },
  undone: { text: 'undone', tone: 'quiet' },
};

/** `0.974` → `97 %`; never 100, which no score claims. */
export function scoreText(score: number): string {
  return `${Math.min(99, Math.floor(score * 100))}\u00a0%`;
}

/** What a score means, and what it does not. */
export const SCORE_EXPLAINED = {
  title: 'What the score means',
  text:
    'A score of 90 % says: of a hundred pairs that read as much alike, about ninety are the same article. ' +
    'It was measured with catalogues whose articles are known. It goes by brand, title, size, colours, models ' +
    'and SKU; price, stock and the shop play no part. Sure is a score of 95 % or more with no other variant ' +
    'near it. Likely: look at both. Possible: look closely. A pair that differs in size, pack, colour or model ' +
    'is not proposed at all. However high the score, no pair is linked unless people decide.',
};
