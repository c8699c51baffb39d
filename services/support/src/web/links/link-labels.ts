import type { LinkConfidence, LinkDecision, LinkOutcome } from '@hub/support-desk';
import { LINK_REFUSAL_LABELS } from '@hub/support-desk';
import type { StateLabel } from '../layout/state';

/** The choices for the state of proposals; the first is the default. */
export const LINK_FILTERS = {
  undecided: { name: 'undecided', states: ['open', 'agreed'] },
  agreed: { name: 'one shop agrees', states: ['agreed'] },
  confirmed: { name: 'linked', states: ['confirmed'] },
  refused: { name: 'refused', states: ['refused'] },
  undone: { name: 'undone', states: ['undone'] },
} as const;
export type LinkFilterName = keyof typeof LINK_FILTERS;
export type LinkStateName = 'open' | 'agreed' | 'confirmed' | 'refused' | 'undone';

export const LINK_STATES: Readonly<Record<LinkStateName, StateLabel>> = {
  open: { text: 'undecided', tone: 'quiet' },
  agreed: { text: 'one shop agrees', tone: 'warn' },
  confirmed: { text: 'linked', tone: 'good' },
  refused: { text: 'refused', tone: 'quiet' },
  undone: { text: 'undone', tone: 'quiet' },
};

export const CONFIDENCES: Readonly<Record<LinkConfidence, string>> = {
  sure: 'sure: scores 95 % or more, and no other variant comes near',
  likely: 'likely: look at both',
  possible: 'possible: look closely',
};

/** `0.974` → `97 %`; never 100, which no score claims. */
export function percent(score: number): string {
  return `${Math.min(99, Math.floor(score * 100))}\u00a0%`;
}

const DONE: Readonly<Record<LinkDecision, string>> = {
  agree: 'agreed to',
  confirm: 'linked',
  refuse: 'refused',
  undo: 'undone',
};

/** The results of decisions, a sentence for each kind. */
export function outcomeText(decision: LinkDecision, outcomes: readonly LinkOutcome[]): string[] {
  const done = outcomes.filter((outcome) => outcome.kind === 'done');
  const linked = done.filter(({ state }) => state === 'confirmed').length;
  const lines = done.reduce((sum, { allocated }) => sum + allocated, 0);
  const refusals = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.why] : []));
  const unknown = outcomes.filter(({ kind }) => kind === 'unknown').length;
  return [
    ...(done.length === 0 ? [] : [`${pairs(done.length)} ${DONE[decision]}.`]),
    ...(decision === 'agree' && linked > 0
      ? [`${pairs(linked)} linked by that: the other shop had agreed.`]
      : []),
    ...(lines === 0
      ? []
      : [
          `${lines} order ${lines === 1 ? 'line that is' : 'lines that are'} with the other shop already stay there: look at each.`,
        ]),
    ...[...new Set(refusals)].map(
      (why) =>
        `${pairs(refusals.filter((one) => one === why).length)} left as it is: ${LINK_REFUSAL_LABELS[why]}`,
    ),
    ...(unknown === 0 ? [] : [`${pairs(unknown)} not there any more.`]),
  ];
}

const pairs = (count: number): string => (count === 1 ? '1 pair' : `${count} pairs`);
