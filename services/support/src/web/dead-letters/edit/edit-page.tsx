import type { EditFault, ShownDeadLetter } from '@hub/desk/messages';
import { ActionForm } from '../../layout/action-form';
import { Json } from '../../layout/json';
import { titleOf } from '../texts';

export interface EditPageProps {
  failedMessage: ShownDeadLetter;
  /** With its personal data. */
  body: string;
  /** The faults of the edit; none: it was not checked yet. */
  faults: readonly EditFault[];
  /** Identifies the text that the form started from. */
  mark: string;
}

/** Where a lead writes what a replay sends instead; the original is shown beside it and kept. */
export function EditPage({ failedMessage, body, faults, mark }: EditPageProps) {
  const page = `/dead-letters/${failedMessage.id}`;
  return (
    <>
      <p>
        <a href={page}>{titleOf(failedMessage)}</a>
      </p>
      <h1>Edit what a replay sends</h1>
      <p class="soft">
        Of this message: {failedMessage.editable.says}. Personal data is shown here; that you looked is
        recorded.
      </p>
      {faults.length > 0 && <Faults faults={faults} />}
      <div class="pair">
        <ActionForm action={`${page}/edited`} label="Edit" class="stack">
          <input type="hidden" name="mark" value={mark} />
          <div class="field">
            <label for="body">What a replay sends</label>
            <textarea
              id="body"
              name="body"
              rows={28}
              spellcheck={false}
              autocomplete="off"
              class="code"
              aria-invalid={faults.length > 0 ? 'true' : undefined}
              aria-describedby={faults.length > 0 ? 'faults' : undefined}
            >
              {/* A browser drops the first line break of a text field. */}
              {`\n${body}`}
            </textarea>
          </div>
          <div class="actions">
            <button type="submit">Keep this edit</button>
            <a href={page}>Leave it as it is</a>
          </div>
          <p class="soft">Nothing is sent yet: the replay is a step of its own, with what it would do.</p>
        </ActionForm>
        <div class="panel">
          {failedMessage.maskedBody === null ? (
            <p>The original is no JSON. It is kept as it is.</p>
          ) : (
            <Json
              label="The original, kept as it is; personal data masked"
              value={failedMessage.maskedBody}
            />
          )}
        </div>
      </div>
    </>
  );
}

function Faults({ faults }: { faults: readonly EditFault[] }) {
  return (
    <div class="panel trouble bad" role="alert" id="faults">
      <p>
        <strong>This edit is not kept:</strong>
      </p>
      <ul>
        {faults.map(({ field, message }) => (
          <li>
            <code>{field}</code> {message.startsWith(`${field} `) ? message.slice(field.length + 1) : message}
          </li>
        ))}
      </ul>
    </div>
  );
}
