import type { LinkView, ShopDecision } from '@hub/desk/door';
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
