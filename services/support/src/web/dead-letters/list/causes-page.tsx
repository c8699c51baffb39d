import { reasonLabel, type DeadLetterGroup } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Scroll } from '../../layout/scroll';
import { Time } from '../../layout/time';
import { addressOf, type CauseSort, type ListFilter } from '../read-filter';
import { Select } from '../../layout/filter-form';
import type { NamedShop } from '../../lists/shop-names';
import type { ListOfViews } from '../../views/saved-views';
import { ViewBar } from '../../views/view-bar';
import { FilterFields } from './filter-fields';
import { FailedMessageFilterForm } from './message-filter-form';
import { CAUSES, LIST, Views } from './views';

export interface CausesPageProps {
  filter: ListFilter;
  sort: CauseSort;
  groups: readonly DeadLetterGroup[];
  shops: readonly NamedShop[];
  views: ListOfViews;
  queues: readonly string[];
  viewer: Viewer;
  now: number;
}

const SORTS = [
  ['', 'most messages first'],
  ['failures', 'most failures first'],
  ['latest', 'failed last first'],
  ['oldest', 'oldest first'],
] as const;

/** Failed messages by cause: what failed in the same queue for the same reason is repaired together. */
export function CausesPage(props: CausesPageProps) {
  const { filter, sort, groups } = props;
  return (
    <>
      <h1>Failed messages by cause</h1>
      <Views filter={filter} current="causes" />
      <FailedMessageFilterForm
        filter={filter}
        action={CAUSES}
        shops={props.shops}
        queues={props.queues}
        sorting={<Select id="sort" label="Sort" value={sort ?? ''} choices={SORTS} />}
      />
      <ViewBar {...props.views} />
      {groups.length === 0 ? (
        <p class="panel" role="status">
          <strong>No cause:</strong> no failed message fits.
        </p>
      ) : (
        <Groups {...props} />
      )}
    </>
  );
}

function Groups({ filter, groups, viewer, now }: CausesPageProps) {
  const agent = may(viewer, 'agent');
  return (
    <Scroll label="Causes">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Queue</th>
            <th scope="col" class="number">
              Messages
            </th>
            <th scope="col" class="number">
              Failures
            </th>
            <th scope="col" class="number">
              Shops
            </th>
            <th scope="col">First</th>
            <th scope="col">Last</th>
            {agent && <th scope="col">Together</th>}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const of = { ...filter, origin: group.origin, reason: group.reason };
            return (
              <tr>
                <th scope="row" class="why" data-label="Reason">
                  <a href={addressOf(LIST, of)}>{reasonLabel(group.reason)}</a>
                </th>
                <td data-label="Queue">
                  <code>{group.origin}</code>
                </td>
                <td class="number" data-label="Messages">
                  {figure(group.failedMessages)}
                </td>
                <td class="number" data-label="Failures">
                  {figure(group.deaths)}
                </td>
                <td class="number" data-label="Shops">
                  {figure(group.shops)}
                </td>
                <td data-label="First">
                  <Time at={group.firstFailedAt} since={now} />
                </td>
                <td data-label="Last">
                  <Time at={group.lastFailedAt} since={now} />
                </td>
                {agent && (
                  <td data-label="Together">
                    <ActionForm
                      action="/dead-letters/sets"
                      label={`All of ${reasonLabel(group.reason)} in ${group.origin}`}
                    >
                      <FilterFields filter={of} />
                      <button type="submit" name="choice" value="all" class="quiet">
                        Look at all
                      </button>
                    </ActionForm>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
