import { requiresNote, type DeadLetterAction, type ShownDeadLetter } from '@hub/desk/messages';
import type { AtRisk } from '@hub/desk/problems';
import { StillAtRisk } from '../../at-risk/still-at-risk';
import { ActionForm } from '../../layout/action-form';
import { State } from '../../layout/state';
import { ACTIONS } from '../action-labels';
import { NoteField } from '../note-field';
import { EFFECTS, titleOf } from '../texts';

export interface QuestionPageProps {
  failedMessage: ShownDeadLetter;
  action: DeadLetterAction;
  /** Why it is not possible at the moment; null: it is. */
  impossible: string | null;
  /** What of its request is still at risk. */
  risks: readonly AtRisk[];
}

const STAYS =
  'Discarding the message changes nothing about it: it stays on the first page until its problem is resolved.';

/** Says what will happen, and does it only after confirmation. */
export function QuestionPage({ failedMessage, action, impossible, risks }: QuestionPageProps) {
  const { name, happens } = ACTIONS[action];
  const page = `/dead-letters/${failedMessage.id}`;
  return (
    <>
      <p>
        <a href={page}>{titleOf(failedMessage)}</a>
      </p>
      <h1>{name} it</h1>
      <div class="panel narrow">
        {impossible === null ? (
          <>
            {action === 'replay' && <Forecast failedMessage={failedMessage} />}
            {action === 'discard' && <StillAtRisk risks={risks} after={STAYS} />}
            <h2>What will happen</h2>
            <ul>
              {happens.map((sentence) => (
                <li>{sentence}</li>
              ))}
            </ul>
            <ActionForm action={`${page}/${action}`} label={`${name} it`} class="stack">
              {action === 'replay' && (
                <input type="hidden" name="shown" value={failedMessage.forecast.says} />
              )}
              <NoteField id="note" required={requiresNote(action)} />
              <div class="actions">
                <button type="submit">{name}</button>
                <a href={page}>Leave it as it is</a>
              </div>
            </ActionForm>
          </>
        ) : (
          <>
            <p class="bad">This cannot be done: {impossible}.</p>
            <p>
              <a href={page}>Back to it</a>
            </p>
          </>
        )}
      </div>
    </>
  );
}

function Forecast({ failedMessage: { forecast, edit } }: { failedMessage: ShownDeadLetter }) {
  return (
    <>
      <h2>What it would do now</h2>
      <p>
        <State {...EFFECTS[forecast.effect]} /> {forecast.says}
      </p>
      {edit && <p class="warning">What is sent is what {edit.by} put in its place, not the original.</p>}
    </>
  );
}
