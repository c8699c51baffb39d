import { may, type Viewer } from '../access/viewer';

export type LeadDecision = 'confirm' | 'refuse' | 'undo';

const BUTTONS: Readonly<Record<LeadDecision, string>> = {
  confirm: 'Link the ticked ones',
  refuse: 'Refuse the ticked ones',
  undo: 'Undo for the ticked ones',
};

/** What a lead can do with what is ticked. */
export function DecideButtons({ viewer, decisions }: { viewer: Viewer; decisions: readonly LeadDecision[] }) {
  if (!may(viewer, 'lead'))
    return (
      <p class="soft">A lead may link, refuse and undo them; so may the two shops, at their own door.</p>
    );
  return (
    <div class="actions choose">
      {decisions.map((decision) => (
        <button
          type="submit"
          name="decision"
          value={decision}
          class={decision === 'confirm' ? undefined : 'quiet'}
        >
          {BUTTONS[decision]}
        </button>
      ))}
      <span class="soft">Where that is more than one pair, what will happen is shown first.</span>
    </div>
  );
}
