import type { ListedEvent } from '@hub/support-desk';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { answerTone, answerWords, eventAddress } from './event-words';

/** Events, each with what it was answered, and why where it was refused. */
export function EventsTable({ events, label }: { events: readonly ListedEvent[]; label: string }) {
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Received (UTC)</th>
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
              <td>
                <Time at={event.receivedAt} />
              </td>
              <td>
                <a href={`/shops/${event.shop}`}>{event.shop}</a>
              </td>
              <th scope="row">
                <a href={eventAddress(event)}>{event.event ?? 'not readable'}</a>
              </th>
              <td>{event.about && <code>{event.about}</code>}</td>
              <td>
                <State tone={answerTone(event)} text={answerWords(event)} />
              </td>
              <td>
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
