import type { EventSummary, EventView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { Json } from '../../web/layout/json';
import { Time } from '../../web/layout/time';
import { Further, None, Table } from '../layout/table';

/** The shop's events and their answers, the newest first. */
export function EventsPage({ events, next }: { events: readonly EventSummary[]; next: string | null }) {
  return (
    <>
      <h1>What you sent</h1>
      <form class="panel" action="/events" aria-label="Filter">
        <p class="field">
          <label for="answer">Answer</label>
          <input id="answer" name="answer" maxLength={100} placeholder="refused, 422, stale…" />
        </p>
        <p class="field">
          <label for="about">Order or variant</label>
          <input id="about" name="about" maxLength={255} />
        </p>
        <button type="submit">Show</button>
      </form>
      <EventsTable events={events} />
      <Further href="/events?after=" next={next} />
    </>
  );
}

/** Events with their answers. */
export function EventsTable({ events }: { events: readonly EventSummary[] }) {
  return (
    <Table
      label="What you sent"
      none="Nothing."
      rows={events}
      columns={[
        {
          name: 'Event',
          cell: (one) => <a href={`/events/${encodeURIComponent(one.id)}`}>{one.event ?? 'not readable'}</a>,
        },
        { name: 'Received', cell: (one) => <Time at={new Date(one.received_at)} /> },
        {
          name: 'Answered',
          cell: (one) => <span class={isBad(one) ? 'bad' : undefined}>{answerOf(one)}</span>,
        },
        { name: 'Field', cell: (one) => (one.field === null ? <None /> : <code>{one.field}</code>) },
        { name: 'About', cell: (one) => one.about ?? <None /> },
      ]}
    />
  );
}

/** One event, with each time it was sent. */
export function EventPage({ event }: { event: EventView }) {
  return (
    <>
      <p>
        <a href="/events">All that you sent</a>
      </p>
      <h1>
        {event.event ?? 'An event that could not be read'} <small>{event.event_id}</small>
      </h1>
      <p>
        Received <Time at={new Date(event.received_at)} />, answered {answerOf(event)}
        {event.field !== null && `, field ${event.field}`}. {event.reason}
      </p>
      {event.sendings.length === 0 && (
        <p class="soft">
          Its body is not kept: bodies are for seven days, those of accepted stock events never.
        </p>
      )}
      {event.sendings.map((sending) => (
        <section class="panel" aria-label={`Sent ${sending.received_at}`}>
          <p>
            Sent <Time at={new Date(sending.received_at)} />, answered {answerOf(sending)}
          </p>
          {sending.body !== null && <Json value={sending.body} label="Body, personal data masked" />}
          {sending.body_kept && (
            <ActionForm action={`/sendings/${sending.id}/body`} label="The body as it was sent">
              <button type="submit" class="quiet">
                Show it as it was sent
              </button>{' '}
              <small>Recorded.</small>
            </ActionForm>
          )}
        </section>
      ))}
    </>
  );
}

/** A body as it was sent. */
export function BodyPage({ body }: { body: string }) {
  return (
    <>
      <p>
        <a href="/events">All that you sent</a>
      </p>
      <h1>As it was sent</h1>
      <p class="soft">That you looked is recorded.</p>
      <pre tabIndex={0}>{body}</pre>
    </>
  );
}

type Answered = Pick<EventSummary, 'status' | 'outcome' | 'code'>;

function answerOf({ status, outcome, code }: Answered): string {
  return status === null ? 'not finished' : [status, outcome ?? code ?? ''].join(' ').trim();
}

const isBad = ({ status }: Answered): boolean => status !== null && status >= 400;
