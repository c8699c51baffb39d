import type { ListedEvent } from '@hub/support-desk';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time, Zone } from '../layout/time';
import { answerTone, answerText, eventAddress } from './event-labels';

/** Events, each with its answer, and the reason if it was refused. */
export function EventsTable({ events, label }: { events: readonly ListedEvent[]; label: string }) {
  return (
    <Scroll label={label}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">
              Received (<Zone />)
            </th>
            <th scope="col">Shop</th>
            <th scope="col">Event</th>
            <th scope="col">About</th>
            <th scope="col">Answered</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr>
              <td data-label="Received">
                <Time at={event.receivedAt} />
              </td>
              <td data-label="Shop">
                <a href={`/shops/${event.shop}`}>{event.shopName}</a>
              </td>
              <th scope="row" data-label="Event">
                <a href={eventAddress(event)}>{event.event ?? 'not readable'}</a>
              </th>
              <td data-label="About">{event.about && <code>{event.about}</code>}</td>
              <td data-label="Answered">
                <State tone={answerTone(event)} text={answerText(event)} />
              </td>
              <td data-label="Why">
                {event.field && (
                  <>
                    <code>{event.field}</code>{' '}
                  </>
                )}
                {event.reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
