import {
  answerText,
  answerTone,
  eventAddress,
  type Sending,
  type ShownBody,
  type ShownEvent,
} from '@hub/desk/events';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Json } from '../layout/json';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';

/** One event: its answer, each time it was sent, and its body with personal data masked. */
export function EventPage({ event, viewer }: { event: ShownEvent; viewer: Viewer }) {
  const { sendings } = event;
  return (
    <>
      <p>
        <a href={`/events?shop=${event.shop}`}>Events of {event.shop}</a>
      </p>
      <h1>{event.event ?? 'An event that cannot be read'}</h1>
      <dl class="facts">
        <dt>Shop</dt>
        <dd>
          <ShopLink shop={event.shop} name={event.shop} />
        </dd>
        <dt>Event id</dt>
        <dd>{event.eventId === null ? 'not readable' : <code>{event.eventId}</code>}</dd>
        <dt>About</dt>
        <dd>
          {event.about === null ? (
            'nothing that can be read'
          ) : (
            <a href={`/orders?${new URLSearchParams({ q: event.about }).toString()}`}>{event.about}</a>
          )}
        </dd>
        <dt>Received</dt>
        <dd>
          <Time at={event.receivedAt} />
        </dd>
        <Answer answered={event} />
      </dl>
      <h2>{sendings.length === 1 ? 'Sent once' : `Sent ${sendings.length} times`} in the last seven days</h2>
      {sendings.length === 0 && (
        <p class="soft">Of accepted stock events, and of what is older, nothing but this is kept.</p>
      )}
      {sendings.map((sending) => (
        <article class="panel">
          <h3>
            <Time at={sending.receivedAt} /> <State tone={answerTone(sending)} text={answerText(sending)} />
          </h3>
          <dl class="facts">
            <Answer answered={sending} />
            <dt>Length</dt>
            <dd>{sending.bytes === null ? 'not known' : `${sending.bytes} bytes`}</dd>
          </dl>
          <Body body={sending.body} />
          <Reveal event={event} sending={sending} viewer={viewer} />
        </article>
      ))}
    </>
  );
}

function Answer({ answered }: { answered: ShownEvent | Sending }) {
  const { field, reason } = answered;
  return (
    <>
      <dt>Answered</dt>
      <dd>{answerText(answered)}</dd>
      {field && (
        <>
          <dt>Field</dt>
          <dd>
            <code>{field}</code>
          </dd>
        </>
      )}
      {reason && (
        <>
          <dt>Why</dt>
          <dd>{reason}</dd>
        </>
      )}
    </>
  );
}

const NO_BODY: Record<Exclude<ShownBody['kind'], 'masked'>, string> = {
  none: 'What it said is not kept: its sender was not known, or it had its time.',
  not_json:
    'It is not valid JSON, so what in it is personal cannot be known: it is shown only to an agent who asks for personal data.',
  unreadable: 'What it said cannot be opened with the keys of this process.',
};

function Body({ body }: { body: ShownBody }) {
  if (body.kind !== 'masked') return <p class="soft">{NO_BODY[body.kind]}</p>;
  return <Json label="What it said; personal data masked" value={body.value} />;
}

function Reveal({ event, sending, viewer }: { event: ShownEvent; sending: Sending; viewer: Viewer }) {
  if (!may(viewer, 'agent') || sending.body.kind === 'none') return null;
  return (
    <ActionForm action={`${eventAddress(event)}/reveal`} label="Personal data">
      <input type="hidden" name="sent" value={sending.id} />
      <button type="submit" class="quiet">
        Show with personal data
      </button>{' '}
      <small>That you looked is recorded.</small>
    </ActionForm>
  );
}

/** A body with its personal data. The view is already recorded. */
export function RevealedEventPage({ event, body }: { event: ShownEvent; body: string }) {
  return (
    <>
      <p>
        <a href={eventAddress(event)}>{event.event ?? 'The event'}</a>
      </p>
      <h1>What it said, with personal data</h1>
      <p class="soft">
        This look is recorded. The page is not kept by the browser: leave it when you are done.
      </p>
      <pre tabIndex={0}>{body}</pre>
    </>
  );
}
