import {
  BULK,
  requiresNote,
  type DeadLetterAction,
  type SelectionForecast,
  type SelectionProgress,
  type StoredSelection,
} from '@hub/desk/messages';
import type { AtRisk } from '@hub/desk/problems';
import type { ComponentChildren } from 'preact';
import { may, type Viewer } from '../../access/viewer';
import { StillAtRisk } from '../../at-risk/still-at-risk';
import { ActionForm } from '../../layout/action-form';
import { ACTION_NAMES, ACTIONS } from '../action-labels';
import { NoteField } from '../note-field';
import { mayActOnSet, TRIED_FIRST } from './bulk';
import { Effects } from './effects';

export interface SetActionsProps {
  set: StoredSelection;
  progress: SelectionProgress;
  /** Null: nothing in it could be replayed. */
  forecast: SelectionForecast | null;
  risks: readonly AtRisk[];
  viewer: Viewer;
}

const STAYS =
  'Discarding the messages changes nothing about these: they stay on the first page until their problems are resolved.';

/** The actions on a set, or why the viewer may not use them. */
export function SetActions({ set, progress, forecast, risks, viewer }: SetActionsProps) {
  const possible = ACTION_NAMES.filter((action) => progress[ACTIONS[action].from] > 0);
  if (possible.length === 0) return null;
  if (!may(viewer, 'agent')) return <p class="soft">An agent may replay, discard and restore them.</p>;
  const allowed = mayActOnSet(viewer, set.count);
  return (
    <section aria-labelledby="together">
      <h2 id="together">Do something with all of them</h2>
      {!allowed && (
        <p class="warning" id="why-not">
          These are more than {BULK}: that asks for a lead.
        </p>
      )}
      <div class="pair">
        {possible.map((action) => (
          <SetAction set={set} action={action} count={progress[ACTIONS[action].from]} allowed={allowed}>
            {action === 'replay' && forecast && <Effects forecast={forecast} />}
            {action === 'discard' && <StillAtRisk risks={risks} after={STAYS} />}
          </SetAction>
        ))}
      </div>
    </section>
  );
}

interface SetActionProps {
  set: StoredSelection;
  action: DeadLetterAction;
  count: number;
  allowed: boolean;
  children: ComponentChildren;
}

function SetAction({ set, action, count, allowed, children }: SetActionProps) {
  const { name } = ACTIONS[action];
  return (
    <ActionForm
      action={`/dead-letters/sets/${set.id}/${action}`}
      class="panel stack"
      label={`${name} all of them`}
    >
      {children}
      <NoteField id={`note-${action}`} required={requiresNote(action)} />
      {action === 'replay' && count > TRIED_FIRST && <Pace />}
      <div class="actions">
        <button
          type="submit"
          class={action === 'replay' ? undefined : 'quiet'}
          disabled={!allowed}
          aria-describedby={allowed ? undefined : 'why-not'}
        >
          {name} {count}
        </button>
      </div>
    </ActionForm>
  );
}

/** The options of a large replay. */
function Pace() {
  return (
    <>
      <label class="check">
        <input type="checkbox" name="first" value="yes" checked /> {TRIED_FIRST} first, the rest if they go
        through
      </label>
      <div class="field">
        <label for="per-minute">At most so many a minute (empty: as fast as they can be sent)</label>
        <input id="per-minute" name="per_minute" type="number" min="1" max="1000000" inputMode="numeric" />
      </div>
    </>
  );
}
