import { listAddress } from '@hub/desk/engine';
import { may } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import type { ListOfViews, SavedView } from './saved-views';

/** The saved views of a list, a form to save the current one, and the list as a file. */
export function ViewBar({ page, views, viewer, query }: ListOfViews) {
  const mine = views.filter(({ owner }) => owner === viewer.name);
  return (
    <div class="views">
      {views.length > 0 && (
        <nav aria-label="Saved views">
          <ul class="plain actions">
            {views.map((view) => (
              <li>
                <a href={addressOf(page, view)} aria-current={view.query === query ? 'page' : undefined}>
                  {view.name}
                </a>
                {view.owner !== viewer.name && <small> {view.owner}</small>}
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p class="actions">
        <a href={`${page}.csv${query && `?${query}`}`}>Download as CSV</a>
      </p>
      {may(viewer, 'agent') && (
        <details>
          <summary>Save this view</summary>
          <ActionForm action="/views" class="filters" label="Save this view">
            <input type="hidden" name="page" value={page} />
            <input type="hidden" name="query" value={query} />
            <div>
              <label for="view-name">Name</label>
              <input id="view-name" name="name" required maxLength={60} />
            </div>
            <div>
              <label for="view-shared">For whom</label>
              <select id="view-shared" name="shared">
                <option value="">me alone</option>
                <option value="yes">everybody at the desk</option>
              </select>
            </div>
            <div class="actions">
              <button type="submit">Save</button>
            </div>
          </ActionForm>
          {mine.map((view) => (
            <ActionForm action={`/views/${view.id}/delete`} class="actions" label={`Delete ${view.name}`}>
              <button type="submit" class="quiet">
                Delete “{view.name}”
              </button>
            </ActionForm>
          ))}
        </details>
      )}
    </div>
  );
}

function addressOf(page: string, { query }: SavedView): string {
  return listAddress(page, Object.fromEntries(new URLSearchParams(query)));
}
