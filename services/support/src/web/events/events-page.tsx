import type { ListedEvent } from '@hub/support-desk';
import type { ListOfViews } from '../views/saved-views';
import { ViewBar } from '../views/view-bar';
import { EventFilterForm } from './event-filter-form';
import { EventsTable } from './events-table';
import { eventsAddress, type EventListFilter } from './read-event-filter';

export interface EventsPageProps {
  filter: EventListFilter;
  events: readonly ListedEvent[];
  shops: readonly { slug: string; name: string }[];
  views: ListOfViews;
  /** Whether this is a later page. */
  paged: boolean;
  /** The rest of the list; null: it ends here. */
  older: string | null;
}

/** What shops sent and the answers to it, including refusals (D33). */
export function EventsPage({ filter, events, shops, views, paged, older }: EventsPageProps) {
  return (
    <>
      <h1>Events</h1>
      <p class="soft">
        What shops sent and what they were answered, refused events too. Refusals and what they said are kept
        for seven days.
      </p>
      <EventFilterForm filter={filter} shops={shops} />
      <ViewBar {...views} />
      {paged && (
        <p>
          <a href={eventsAddress(filter)}>Back to the top</a>
        </p>
      )}
      {events.length === 0 ? (
        <p class="panel" role="status">
          <strong>No event</strong> fits.
        </p>
      ) : (
        <EventsTable events={events} label="Events" />
      )}
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
