import type { AlertState } from '@hub/database';
import type { AlertSummary } from '@hub/support-desk';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Newer, type NewerProps } from '../layout/newer';
import type { NamedShop } from '../lists/shop-names';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { AlertCounts } from './alert-counts';
import { AlertFilterForm } from './alert-filter-form';
import { AlertsTable } from './alerts-table';
import { alertsAddress, type AlertListFilter } from './read-alert-filter';

export interface AlertsPageProps {
  filter: AlertListFilter;
  counts: Record<AlertState, number>;
  alerts: readonly AlertSummary[];
  /** Null: this is not the top of the list, or it is not sorted by the newest. */
  newer: NewerProps | null;
  /** The list from its top; null: this is it. */
  top: string | null;
  /** The rest of the list; null: it ends here. */
  older: string | null;
  shops: readonly NamedShop[];
  views: ListOfViews;
  viewer: Viewer;
  now: number;
}

/** What the hub asks people to look at. */
export function AlertsPage(props: AlertsPageProps) {
  const { filter, counts, alerts, newer, top, older } = props;
  return (
    <>
      <h1>Alerts</h1>
      <AlertCounts filter={filter} counts={counts} />
      <AlertFilterForm filter={filter} shops={props.shops} />
      <ViewBar {...props.views} />
      {newer && <Newer {...newer} />}
      {top && (
        <p>
          <a href={top}>Back to the top</a>
        </p>
      )}
      {alerts.length === 0 ? <Nothing filter={filter} /> : <Found {...props} />}
      {older && (
        <p>
          <a class="button quiet" href={older} rel="next">
            More
          </a>
        </p>
      )}
    </>
  );
}

function Found({ filter, alerts, viewer, now }: AlertsPageProps) {
  if (!may(viewer, 'agent'))
    return (
      <>
        <AlertsTable alerts={alerts} now={now} choosable={false} />
        <p class="soft">An agent may take and resolve them.</p>
      </>
    );
  return (
    <ActionForm action="/alerts/act" label="Take or resolve alerts">
      <input type="hidden" name="back" value={alertsAddress('/alerts', filter)} />
      <AlertsTable alerts={alerts} now={now} choosable />
      <div class="actions choose">
        <button type="submit" name="action" value="take">
          Take the ticked ones
        </button>
        <button type="submit" name="action" value="resolve" class="quiet">
          Resolve the ticked ones
        </button>
        <span class="soft">Taking one that another agent has takes it over.</span>
      </div>
    </ActionForm>
  );
}

function Nothing({ filter }: { filter: AlertListFilter }) {
  const { state, sort: _sort, ...rest } = filter;
  if (state === 'unresolved' && Object.values(rest).every((value) => value === undefined))
    return (
      <div class="panel calm">
        <p>
          <strong>No alert waits:</strong> nothing asks for an agent now.
        </p>
      </div>
    );
  return (
    <p class="panel" role="status">
      <strong>No alert fits.</strong>{' '}
      {state !== 'any' && (
        <a href={alertsAddress('/alerts', { ...filter, state: 'any' })}>Look in all states</a>
      )}
    </p>
  );
}
