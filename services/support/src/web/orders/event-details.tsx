import { outcomeLabel, refusalLabel } from '@hub/messaging';
import type { OrderTimeline } from '@hub/desk/orders';
import type { Tone } from '../layout/state';
import { Time } from '../layout/time';

type Event = OrderTimeline['events'][number];

/** What a shop sent and the answer to it (D6). */
export function EventDetails({ event }: { event: Event }) {
  return (
    <dl class="facts">
      <dt>Event</dt>
      <dd>
        {event.event} <code>{event.eventId}</code>
      </dd>
      <dt>Answered</dt>
      <dd>
        {event.status === null
          ? 'not yet: it is unfinished, and the shop sees 503 until it is'
          : `${event.status}: ${event.outcome === null ? refusalLabel(event.code ?? '') : outcomeLabel(event.outcome)}`}
        {event.decidedAt && (
          <>
            , <Time at={event.decidedAt} />
          </>
        )}
      </dd>
      {event.field && (
        <>
          <dt>Field</dt>
          <dd>
            <code>{event.field}</code>
          </dd>
        </>
      )}
      {event.message && (
        <>
          <dt>Message</dt>
          <dd>{event.message}</dd>
        </>
      )}
    </dl>
  );
}

export function eventTone({ status }: Event): Tone {
  if (status === null) return 'warn';
  return status < 300 ? 'good' : 'bad';
}
