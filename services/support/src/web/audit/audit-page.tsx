import { ACTION_LABELS, type AuditEntry } from '@hub/support-desk';
import { Choice, FilterForm, TextField } from '../layout/filter-form';
import { listAddress } from '../layout/list-address';
import { DataTable } from '../lists/data-table';
import { TimeRange } from '../lists/fields';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { auditColumns } from './audit-columns';

export interface AuditFilter {
  subject?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  /** In the format of a browser's field, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
}

export interface AuditPageProps {
  filter: AuditFilter;
  views: ListOfViews;
  entries: readonly AuditEntry[];
  /** Labels of the subjects. */
  names: ReadonlyMap<string, string>;
  /** Whether this is a later page. */
  paged: boolean;
  /** The rest of the list; null: it ends here. */
  older: string | null;
}

/** Who did what, and viewed what, and when. No one can change or delete any of it. */
export function AuditPage({ filter, views, entries, names, paged, older }: AuditPageProps) {
  return (
    <>
      <h1>Audit</h1>
      <p class="soft">
        Every action at this desk and at the command line, and every look at personal data. No one can change
        or delete any of it.
      </p>
      <FilterForm action="/audit" label="Audit" asked={{ ...filter }}>
        <TextField id="actor" label="Who, such as agent:ada" value={filter.actor} />
        <TextField id="subject" label="To what, such as shop:nordic" value={filter.subject} />
        <Choice
          id="action"
          label="What was done"
          value={filter.action}
          choices={ACTION_LABELS.map(({ action, label }) => [action, label] as const)}
        />
        <TimeRange since={filter.since} until={filter.until} />
      </FilterForm>
      <ViewBar {...views} />
      {paged && (
        <p>
          <a href={auditAddress(filter)}>Back to the newest</a>
        </p>
      )}
      {entries.length === 0 ? (
        <p class="panel" role="status">
          <strong>Nothing was done</strong> that fits.
        </p>
      ) : (
        <DataTable label="What was done" columns={auditColumns(names)} rows={entries} />
      )}
      {older && (
        <p>
          <a class="button quiet" href={older} rel="next">
            Older
          </a>
        </p>
      )}
    </>
  );
}

/** @param more parameters besides the filter */
export function auditAddress(filter: AuditFilter, more: Record<string, string> = {}): string {
  return listAddress('/audit', { ...filter, ...more });
}
