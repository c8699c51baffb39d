import type { ShownDeadLetter } from '@hub/desk/messages';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { ACTION_NAMES, ACTIONS } from '../action-labels';

/** The actions that its state allows; each asks for confirmation first. */
export function FailedMessageActions({
  failedMessage,
  viewer,
}: {
  failedMessage: ShownDeadLetter;
  viewer: Viewer;
}) {
  const { id, state } = failedMessage;
  if (!may(viewer, 'agent'))
    return <p class="soft">An agent may replay or discard it, and look at its personal data.</p>;
  return (
    <div class="actions" role="group" aria-label="What can be done">
      {ACTION_NAMES.filter((action) => ACTIONS[action].from === state).map((action) => (
        <a class={action === 'discard' ? 'button quiet' : 'button'} href={`/dead-letters/${id}/${action}`}>
          {ACTIONS[action].name}…
        </a>
      ))}
      <Edit failedMessage={failedMessage} viewer={viewer} />
    </div>
  );
}

/** Its form shows personal data, so opening it is recorded like any view of such data. */
function Edit({
  failedMessage: { id, editable, edit },
  viewer,
}: {
  failedMessage: ShownDeadLetter;
  viewer: Viewer;
}) {
  if (!editable.yes)
    return editable.why === 'not_editable' ? (
      <span class="soft">It cannot be edited: {editable.says}.</span>
    ) : null;
  if (!may(viewer, 'lead')) return <span class="soft">A lead may edit it before it is replayed.</span>;
  return (
    <>
      <ActionForm action={`/dead-letters/${id}/edit`} label="Edit">
        <button type="submit" class="quiet">
          {edit ? 'Edit again…' : 'Edit…'}
        </button>
      </ActionForm>
      {edit && (
        <ActionForm action={`/dead-letters/${id}/revert`} label="Take the edit back">
          <button type="submit" class="quiet">
            Take the edit back
          </button>
        </ActionForm>
      )}
    </>
  );
}
