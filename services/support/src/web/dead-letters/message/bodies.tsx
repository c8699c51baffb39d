import type { ShownDeadLetter } from '@hub/desk/messages';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Json } from '../../layout/json';
import { Time, Zone } from '../../layout/time';

/** The failed body and, beside it, support's edit; personal data masked in both. */
export function Bodies({ failedMessage, viewer }: { failedMessage: ShownDeadLetter; viewer: Viewer }) {
  const { edit, bodyBytes, maskedBody } = failedMessage;
  return (
    <section aria-labelledby="body">
      <h2 id="body">What it says</h2>
      <div class={edit ? 'pair' : undefined}>
        <div class="panel">
          <Body label={`As it failed, ${bodyBytes} bytes`} masked={maskedBody} />
          <Reveal id={failedMessage.id} which="original" viewer={viewer} />
        </div>
        {edit && (
          <div class="panel">
            <Body label="What a replay sends instead" masked={edit.maskedBody} />
            <p class="soft">
              Edited by {edit.by} at <Time at={edit.at} /> <Zone />:{' '}
              {edit.changed.length === 0 ? 'as it was' : edit.changed.join(', ')}
            </p>
            <Reveal id={failedMessage.id} which="edited" viewer={viewer} />
          </div>
        )}
      </div>
    </section>
  );
}

function Body({ label, masked }: { label: string; masked: unknown }) {
  if (masked === null)
    return (
      <p>
        {label}. It is not valid JSON, so what in it is personal cannot be known: it is shown only to an agent
        who asks for personal data.
      </p>
    );
  return <Json label={`${label}; personal data masked`} value={masked} />;
}

function Reveal({ id, which, viewer }: { id: string; which: 'original' | 'edited'; viewer: Viewer }) {
  if (!may(viewer, 'agent')) return null;
  return (
    <ActionForm action={`/dead-letters/${id}/reveal`} label="Personal data">
      <input type="hidden" name="which" value={which} />
      <button type="submit" class="quiet">
        Show with personal data
      </button>{' '}
      <small>That you looked is recorded.</small>
    </ActionForm>
  );
}
