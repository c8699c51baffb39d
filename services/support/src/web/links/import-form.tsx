import { LARGEST_LINK_FILE, MOST_LINKS_IN_FILE, type LinkFileFault, type LinkImport } from '@hub/desk/links';
import { figure } from '@hub/desk/words';
import { ActionForm } from '../layout/action-form';
import { DataTable } from '../lists/data-table';
import { LINKS } from './links-path';

/** The decisions that a file may hold, and how to create one. */
export function ImportForm({ text = '', decisions }: { text?: string; decisions: readonly string[] }) {
  return (
    <ActionForm action={`${LINKS}/import`} label="Import decisions" class="stack">
      <p class="soft">
        Download the list as CSV, write {decisions.join(', ')} into the column Decision where you decide, and
        leave the other lines as they are, or out. At most {figure(LARGEST_LINK_FILE)} characters and{' '}
        {figure(MOST_LINKS_IN_FILE)} decisions. What will happen is shown first; where one line is wrong,
        nothing is applied.
      </p>
      <div class="field">
        <label for="links-file">File</label>
        <input id="links-file" type="file" accept=".csv,text/csv" data-fills="links-csv" />
      </div>
      <div class="field">
        <label for="links-csv">Its text</label>
        <textarea id="links-csv" name="csv" rows={8} class="code" required>
          {text}
        </textarea>
      </div>
      <div class="actions">
        <button type="submit">Check the file</button>
      </div>
    </ActionForm>
  );
}

/** All faults of a file, by line and column. */
export function FileFaults({ faults }: { faults: readonly LinkFileFault[] }) {
  return (
    <>
      <p class="notice refused" role="alert">
        Nothing is applied: {faults.length === 1 ? 'one fault' : `${faults.length} faults`} in the file.
      </p>
      <DataTable
        label="Faults in the file"
        columns={[
          { name: 'Line', head: true, text: ({ line }) => line },
          { name: 'Column', text: ({ column }) => column ?? 'the line' },
          { name: 'What is wrong', text: ({ message }) => message },
        ]}
        rows={faults}
      />
    </>
  );
}

/** A preview of a file's effect, and the button that applies it. */
export function FileQuestion({ csv, decided }: { csv: string; decided: Decided }) {
  return (
    <>
      <div class="panel narrow">
        <h2>What will happen</h2>
        {decided.length === 0 ? (
          <p>The file decides on nothing: no line has a decision.</p>
        ) : (
          <ul>
            {importText(decided).map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        )}
        <ActionForm action={`${LINKS}/import`} label="Apply the file">
          <input type="hidden" name="csv" value={csv} />
          <input type="hidden" name="seen" value="yes" />
          <div class="actions">
            {decided.length > 0 && <button type="submit">Apply the file</button>}
            <a href={LINKS}>Leave everything as it is</a>
          </div>
        </ActionForm>
      </div>
    </>
  );
}

type Decided = Extract<LinkImport, { kind: 'done' }>['decided'];

const BECOMES = {
  open: 'wait for a decision again',
  agreed: 'agreed to by one shop',
  confirmed: 'linked',
  refused: 'refused',
  undone: 'undone',
} as const;

/** How many pairs change to what. */
export function importText(decided: Decided): string[] {
  const states = decided.flatMap(({ outcome }) => (outcome.kind === 'done' ? [outcome.state] : []));
  return [...new Set(states)].toSorted().map((state) => {
    const count = states.filter((one) => one === state).length;
    return `${count === 1 ? '1 pair' : `${count} pairs`}: ${BECOMES[state]}.`;
  });
}
