import type { DeadLetterSummary } from '@hub/support-desk';
import { figure } from '@hub/support-desk/words';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Newer, type NewerProps } from '../../layout/newer';
import { addressOf, isNarrowed, type ListFilter } from '../read-filter';
import { Sorting } from '../../lists/fields';
import type { NamedShop } from '../../lists/shop-names';
import type { ListOfViews } from '../../views/saved-views';
import { ViewBar } from '../../views/view-bar';
import { FilterFields } from './filter-fields';
import { FailedMessageFilterForm, stateName } from './message-filter-form';
import { FailedMessagesTable } from './messages-table';
import { LIST, Views } from './views';

export interface ListPageProps {
  filter: ListFilter;
  sort: 'oldest' | undefined;
  failedMessages: readonly DeadLetterSummary[];
  /** The number of matches. */
  total: number;
  /** Null: this is not the top of the list, or it is not sorted by the newest. */
  newer: NewerProps | null;
  /** The list from its top; null: this is it. */
  top: string | null;
  /** The rest of the list; null: it ends here. */
  older: string | null;
  shops: readonly NamedShop[];
  views: ListOfViews;
  queues: readonly string[];
  viewer: Viewer;
  now: number;
}

/** Messages that failed permanently: searched, selected, and reviewed together before any action. */
export function ListPage(props: ListPageProps) {
  const { filter, sort, failedMessages, total, newer, top, older } = props;
  return (
    <>
      <h1>Failed messages</h1>
      <Views filter={filter} current="letters" />
      <FailedMessageFilterForm
        filter={filter}
        action={LIST}
        shops={props.shops}
        queues={props.queues}
        sorting={<Sorting sort={sort} />}
      />
      <ViewBar {...props.views} />
      {newer && <Newer {...newer} />}
      {top && (
        <p>
          <a href={top}>Back to the top</a>
        </p>
      )}
      {failedMessages.length === 0 ? <Nothing filter={filter} /> : <Found {...props} />}
      <p class="actions">
        <span class="soft">{countText(total, filter)}</span>
        {older && (
          <a class="button quiet" href={older} rel="next">
            More
          </a>
        )}
      </p>
    </>
  );
}

function Found({ filter, failedMessages, total, viewer, now }: ListPageProps) {
  if (!may(viewer, 'agent'))
    return (
      <>
        <FailedMessagesTable failedMessages={failedMessages} now={now} />
        <p class="soft">An agent may replay, discard and restore them.</p>
      </>
    );
  return (
    <ActionForm action="/dead-letters/sets" label="Choose failed messages">
      <FilterFields filter={filter} />
      <FailedMessagesTable failedMessages={failedMessages} now={now} choosable />
      <div class="actions choose">
        <button type="submit" name="choice" value="ticked">
          Look at the ticked ones
        </button>
        <button type="submit" name="choice" value="all" class="quiet">
          {total === 1 ? 'Look at the one that fits' : `Look at all ${figure(total)} that fit`}
        </button>
        <span class="soft">What a replay would do is shown first. Nothing joins what you look at.</span>
      </div>
    </ActionForm>
  );
}

function Nothing({ filter }: { filter: ListFilter }) {
  if (filter.state === 'open' && !isNarrowed(filter))
    return (
      <div class="panel calm">
        <p>
          <strong>No failed message is open:</strong> nothing failed permanently, or all of it was seen to.
        </p>
      </div>
    );
  return (
    <p class="panel" role="status">
      <strong>No failed message fits.</strong>{' '}
      {filter.state !== 'any' && (
        <a href={addressOf(LIST, { ...filter, state: 'any' })}>Look in all states</a>
      )}
    </p>
  );
}

function countText(total: number, filter: ListFilter): string {
  const state = filter.state === 'any' ? '' : `, ${stateName(filter.state)}`;
  return `${total === 1 ? '1 failed message fits' : `${figure(total)} failed messages fit`}${state}.`;
}
