import { may, type Viewer } from '../access/viewer';

export type LeadDecision = 'confirm' | 'refuse' | 'undo';

const BUTTONS: Readonly<Record<LeadDecision, string>> = {
  confirm: 'Link the ticked ones',
  refuse: 'Refuse the ticked ones',
  undo: 'Undo for the ticked ones',
};

/** A lead's decision on the ticked pairs. */
export function DecideButtons({ viewer, decisions }: { viewer: Viewer; decisions: readonly LeadDecision[] }) {
  if (!may(viewer, 'lead'))
    return (
      <p class="soft">A lead may link, refuse and undo them; so may the two shops, at their own door.</p>
    );
  return <DecisionButtons decisions={decisions} labels={BUTTONS} main="confirm" />;
}

interface DecisionButtonsProps<Decision extends string> {
  decisions: readonly Decision[];
  labels: Readonly<Record<Decision, string>>;
  /** The primary button. */
  main: Decision;
}

/** A button for each decision on the ticked pairs, at the desk and at a shop's door. */
export function DecisionButtons<Decision extends string>(props: DecisionButtonsProps<Decision>) {
  const { decisions, labels, main } = props;
  return (
    <div class="actions choose">
      {decisions.map((decision) => (
        <button
          type="submit"
          name="decision"
          value={decision}
          class={decision === main ? undefined : 'quiet'}
        >
          {labels[decision]}
        </button>
      ))}
      {decisions.length > 0 && (
        <span class="soft">Where that is more than one pair, what will happen is shown first.</span>
      )}
    </div>
  );
}
