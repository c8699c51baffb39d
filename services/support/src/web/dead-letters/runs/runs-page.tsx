import type { ListedRun } from '@hub/support-desk';
import { Choice, FilterForm, Select } from '../../layout/filter-form';
import { Live } from '../../layout/live';
import { Scroll } from '../../layout/scroll';
import { Time } from '../../layout/time';
import { Sorting, TimeRange } from '../../lists/fields';
import { ListEnd } from '../../lists/list-end';
import type { ListOfViews } from '../../views/saved-views';
import { ViewBar } from '../../views/view-bar';
import { RUNS } from '../list/views';
import { RUN_ACTION_CHOICES, RUN_STATE_CHOICES, type RunListFilter } from './read-run-filter';
import { runTitle } from './run-labels';
import { RunProgress } from './run-progress';

export interface RunsPageProps {
  filter: RunListFilter;
  runs: readonly ListedRun[];
  views: ListOfViews;
  /** The address of this page of the list. */
  href: string;
  /** The list from its top; null: this is it. */
  top: string | null;
  /** The rest of the list; null: it ends here. */
  next: string | null;
}

/** All bulk runs: who started each, why, and its progress. */
export function RunsPage({ filter, runs, views, href, top, next }: RunsPageProps) {
  return (
    <>
      <p>
        <a href="/dead-letters">Failed messages</a>
      </p>
      <h1>Bulk runs</h1>
      <p class="soft">Every action on many failed messages at once. Runs are kept for 90 days.</p>
      <FilterForm action={RUNS} label="Bulk runs" asked={filter}>
        <Choice id="state" label="State" value={filter.state} choices={RUN_STATE_CHOICES} />
        <Choice id="action" label="Action" value={filter.action} choices={RUN_ACTION_CHOICES} />
        <Select id="by" label="Started by" value={filter.by ?? ''} choices={STARTED_BY} />
        <TimeRange of="Started" since={filter.since} until={filter.until} />
        <Sorting sort={filter.sort} />
      </FilterForm>
      <ViewBar {...views} />
      <Live id="runs" href={href}>
        {runs.length > 0 && <RunsTable runs={runs} />}
        <ListEnd {...{ top, next }} lookedUntil={null} count={runs.length} one="bulk run" />
      </Live>
    </>
  );
}

const STARTED_BY = [
  ['', 'anyone'],
  ['me', 'me'],
] as const;

/** Bulk runs as a table. */
export function RunsTable({ runs }: { runs: readonly ListedRun[] }) {
  return (
    <Scroll label="Bulk runs">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Progress</th>
            <th scope="col">Started</th>
            <th scope="col">By</th>
            <th scope="col">Messages</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr>
              <th scope="row" data-label="Run">
                <a href={`/dead-letters/runs/${run.id}`}>{runTitle(run)}</a>
              </th>
              <td data-label="Progress">
                <RunProgress run={run} />
              </td>
              <td data-label="Started">
                <Time at={run.startedAt} />
              </td>
              <td data-label="By">{run.startedBy}</td>
              <td data-label="Messages">{run.filter}</td>
              <td data-label="Note">{run.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
