import type { DeadLetterGroup } from '@hub/support-desk';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Scroll } from '../../layout/scroll';
import { Time } from '../../layout/time';
import { addressOf, type ListFilter } from '../read-filter';
import { FilterFields } from './filter-fields';
import { LetterFilterForm } from './letter-filter-form';
import { CAUSES, LIST, Views } from './views';
import { figure } from '../../lists/data-table';

export interface CausesPageProps {
  filter: ListFilter;
  groups: readonly DeadLetterGroup[];
  shops: readonly string[];
  queues: readonly string[];
  viewer: Viewer;
  now: number;
}

/** Failed messages by cause: what died in the same queue for the same reason is mended together. */
export function CausesPage(props: CausesPageProps) {
  const { filter, groups } = props;
  return (
    <>
      <h1>Failed messages by cause</h1>
      <Views filter={filter} current="causes" />
      <LetterFilterForm filter={filter} action={CAUSES} shops={props.shops} queues={props.queues} />
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
      <table>
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
                <th scope="row" class="why">
                  <a href={addressOf(LIST, of)}>{group.reason}</a>
                </th>
                <td>
                  <code>{group.origin}</code>
                </td>
                <td class="number">{figure(group.letters)}</td>
                <td class="number">{group.deaths}</td>
                <td class="number">{group.shops}</td>
                <td>
                  <Time at={group.firstFailedAt} since={now} />
                </td>
                <td>
                  <Time at={group.lastFailedAt} since={now} />
                </td>
                {agent && (
                  <td>
                    <ActionForm
                      action="/dead-letters/sets"
                      label={`All of ${group.reason} in ${group.origin}`}
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
