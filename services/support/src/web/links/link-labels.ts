import { type LinkDecision, type LinkOutcome, LINK_REFUSAL_LABELS } from '@hub/desk/links';

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
