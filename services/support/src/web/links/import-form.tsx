import { LARGEST_LINK_FILE, MOST_LINKS_IN_FILE } from '@hub/desk/links';
import { figure } from '@hub/desk/words';
import { ActionForm } from '../layout/action-form';
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
