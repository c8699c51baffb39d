import { LONGEST_NOTE, type Action, type Field, type Question } from '@hub/desk/engine';
import { ActionForm } from '../layout/action-form';
import { DataTable } from '../lists/data-table';

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
  hidden?: Sent | undefined;
  /** What a person wrote before, to be shown again. */
  written?: Written | undefined;
}

export type Written = Readonly<Record<string, string | undefined>>;

/** Fields of a form, each once or, such as ticks, several times. */
export type Sent = Readonly<Record<string, string | readonly string[]>>;

/** Says what will happen, and does it only after confirmation. */
export function QuestionPage({
  place,
  question,
  note,
  action,
  hidden = {},
  written = {},
}: QuestionPageProps) {
  const { title, happens, warning, impossible, submit, danger, asks = [], noteSays, table } = question;
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
            {Object.entries(hidden).flatMap(([name, values]) =>
              [values].flat().map((value) => <input type="hidden" name={name} value={value} />),
            )}
            {asks.map((field) => (
              <AskedField field={field} written={written[field.name]} />
            ))}
            <NoteField note={note} says={noteSays} written={written['note']} />
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
      {table && (
        <DataTable
          label={table.label}
          columns={table.columns.map((name, at) => ({
            name,
            ...(at === 0 && { head: true }),
            text: (row: readonly string[]) => row[at] ?? '',
          }))}
          rows={table.rows}
        />
      )}
    </>
  );
}

/** A field, with what a person wrote into it before. */
function AskedField({ field, written }: { field: Field; written: string | undefined }) {
  const { name, label, optional = false } = field;
  const value = written ?? field.value;
  const of = { id: name, name, value, required: !optional };
  if (field.kind === 'choice')
    return (
      <fieldset class="choices">
        <legend>{label}</legend>
        {field.choices.map(([one, says]) => (
          <label>
            <input type="radio" name={name} value={one} checked={one === value} required /> {says}
          </label>
        ))}
      </fieldset>
    );
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {field.kind === 'text' && (
        <input
          {...of}
          maxLength={field.longest}
          pattern={field.pattern}
          placeholder={field.placeholder}
          autocomplete="off"
        />
      )}
      {field.kind === 'number' && <input {...of} type="number" min={field.least} max={field.most} />}
      {field.kind === 'moment' && <input {...of} type="datetime-local" step={field.step} />}
    </div>
  );
}

function NoteField({ note, says, written }: NoteFieldProps) {
  if (note === 'none') return null;
  if (note === 'optional')
    return (
      <div class="field">
        <label for="note">Note for the record (no names, no addresses)</label>
        <input id="note" name="note" value={written} maxLength={LONGEST_NOTE} autocomplete="off" />
      </div>
    );
  return (
    <div class="field">
      <label for="note">{says ?? 'Why'} (required; no customer's name)</label>
      <textarea id="note" name="note" rows={3} maxLength={LONGEST_NOTE} required>
        {written}
      </textarea>
    </div>
  );
}

interface NoteFieldProps {
  note: Action['note'];
  says: string | undefined;
  written: string | undefined;
}
