import { LONGEST_NOTE, type Action, type Field, type Question } from '@hub/desk/engine';
import { ActionForm } from '../layout/action-form';

/** The page of what is acted on, where a person goes back to. */
export interface Place {
  href: string;
  name: string;
}

export interface QuestionPageProps {
  place: Place;
  question: Question;
  note: Action['note'];
  /** Where the form is sent; unless given, to the address of the page. */
  action?: string | undefined;
  /** What the form sends besides what is asked. */
  hidden?: Readonly<Record<string, string>>;
}

/** Says what will happen, and does it only after confirmation. */
export function QuestionPage({ place, question, note, action, hidden = {} }: QuestionPageProps) {
  const { title, happens, warning, impossible, submit, danger, asks = [], noteSays } = question;
  return (
    <>
      <p>
        <a href={place.href}>{place.name}</a>
      </p>
      <h1>{title}</h1>
      <div class="panel narrow">
        {impossible && <p class="bad">This cannot be done: {impossible}.</p>}
        {happens.length > 0 && (
          <>
            <h2>What will happen</h2>
            <ul>
              {happens.map((sentence) => (
                <li>{sentence}</li>
              ))}
            </ul>
          </>
        )}
        {warning && (
          <p class="warning">
            <strong>First make sure:</strong> {warning}
          </p>
        )}
        {submit ? (
          <ActionForm action={action} label={title} class="stack">
            {Object.entries(hidden).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            {asks.map((field) => (
              <AskedField field={field} />
            ))}
            <NoteField note={note} says={noteSays} />
            <div class="actions">
              <button type="submit" class={danger ? 'danger' : undefined}>
                {submit}
              </button>
              <a href={place.href}>Leave it as it is</a>
            </div>
          </ActionForm>
        ) : (
          <p>
            <a href={place.href}>Back to {place.name}</a>
          </p>
        )}
      </div>
    </>
  );
}

function AskedField({ field }: { field: Field }) {
  const { name, label } = field;
  if (field.kind === 'text')
    return (
      <div class="field">
        <label for={name}>{label}</label>
        <input
          id={name}
          name={name}
          maxLength={field.longest}
          required={!field.optional}
          autocomplete="off"
        />
      </div>
    );
  if (field.kind === 'moment')
    return (
      <div class="field">
        <label for={name}>{label}</label>
        <input id={name} name={name} type="datetime-local" required />
      </div>
    );
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {field.choices.map(([value, says]) => (
        <label>
          <input type="radio" name={name} value={value} required /> {says}
        </label>
      ))}
    </fieldset>
  );
}

function NoteField({ note, says }: { note: Action['note']; says: string | undefined }) {
  if (note === 'none') return null;
  if (note === 'optional')
    return (
      <div class="field">
        <label for="note">Note for the record (no names, no addresses)</label>
        <input id="note" name="note" maxLength={LONGEST_NOTE} autocomplete="off" />
      </div>
    );
  return (
    <div class="field">
      <label for="note">{says ?? 'Why'} (required; no customer's name)</label>
      <textarea id="note" name="note" rows={3} maxLength={LONGEST_NOTE} required />
    </div>
  );
}
