import type { LinksDecided, LinkView, ShopDecision } from '@hub/desk/door';
import type { StateLabel } from '../../web/layout/state';

/** The state of a proposal for one of its two shops. */
export function standingOf({
  state,
  agreed_by: agreedBy,
}: Pick<LinkView, 'state' | 'agreed_by'>): StateLabel {
  switch (state) {
    case 'open':
      return { text: 'undecided', tone: 'quiet' };
    case 'agreed':
      return agreedBy === 'you'
        ? { text: 'you agree, the other shop is asked', tone: 'warn' }
        : { text: 'the other shop agrees', tone: 'warn' };
    case 'confirmed':
      return { text: 'linked', tone: 'good' };
    case 'refused':
      return { text: 'refused', tone: 'quiet' };
    case 'undone':
      return { text: 'undone', tone: 'quiet' };
  }
}

export const DECISIONS: Readonly<Record<ShopDecision, string>> = {
  agree: 'Agree to the ticked ones',
  refuse: 'Refuse the ticked ones',
  undo: 'Undo for the ticked ones',
};

const BECOMES = {
  open: 'Undecided again.',
  agreed: 'You agree; it is linked once the other shop does.',
  confirmed: 'Linked: both shops agree.',
  refused: 'Refused: it is not proposed again.',
  undone: 'The link is undone: each variant goes by its own barcode.',
} as const;

type Outcome = LinksDecided['outcomes'][number];

/** What happens to a pair, or why nothing does. */
export function becomesText({ state, why_not: whyNot, order_lines_that_stay: lines }: Outcome): string {
  if (state === null) return `Stays as it is. ${whyNot ?? ''}`.trim();
  return lines === 0 ? BECOMES[state] : `${BECOMES[state]} Order lines that stay as they are: ${lines}.`;
}

/** The result of decisions. */
export function decidedText(outcomes: readonly Outcome[]): string {
  const words = outcomes.map(becomesText);
  return [...new Set(words)]
    .map((one) => {
      const count = words.filter((other) => other === one).length;
      return outcomes.length === 1 ? one : `${count} of ${outcomes.length}: ${one}`;
    })
    .join(' ');
}
