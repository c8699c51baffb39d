import { outcomeLabel } from '@hub/messaging';
import { messageState, type ShownDeadLetter } from '@hub/desk/messages';
import type { Viewer } from '../../access/viewer';
import { Live } from '../../layout/live';
import type { StoreSaying } from '../../at-risk/said-of-risks';
import { StoreSays } from '../../at-risk/store-says';
import { State } from '../../layout/state';
import { EFFECTS, titleOf, whyItFailed } from '../texts';
import { Bodies } from './bodies';
import { FailedMessageActions } from './message-actions';
import { FailedMessageFacts } from './message-facts';
import { Trail } from './trail';

export interface FailedMessagePageProps {
  failedMessage: ShownDeadLetter;
  /** What the store answered to its request; null: nothing. */
  said: StoreSaying | null;
  viewer: Viewer;
  now: number;
}

const UNDER_WAY_SECONDS = 2;
const AT_REST_SECONDS = 30;

/** The known facts of a failed message, and the actions on it. */
export function FailedMessagePage({ failedMessage, said, viewer, now }: FailedMessagePageProps) {
  return (
    <Live
      id="letter"
      href={`/dead-letters/${failedMessage.id}`}
      seconds={failedMessage.state === 'replaying' ? UNDER_WAY_SECONDS : AT_REST_SECONDS}
    >
      <header class="head">
        <h1>{titleOf(failedMessage)}</h1>
        <p class="states">
          <State {...messageState(failedMessage)} />
          {failedMessage.edit && <State text="edited" tone="warn" />}
        </p>
      </header>
      <Why failedMessage={failedMessage} said={said} />
      <Outcome failedMessage={failedMessage} />
      <FailedMessageActions failedMessage={failedMessage} viewer={viewer} />
      <FailedMessageFacts failedMessage={failedMessage} now={now} />
      <Bodies failedMessage={failedMessage} viewer={viewer} />
      <Headers failedMessage={failedMessage} />
      <Trail failedMessage={failedMessage} />
    </Live>
  );
}

function Why({
  failedMessage: { reason, stack },
  said,
}: {
  failedMessage: ShownDeadLetter;
  said: StoreSaying | null;
}) {
  const { words, advice } = whyItFailed(reason);
  return (
    <section class="panel trouble bad" aria-labelledby="why">
      <h2 id="why">Why it failed</h2>
      <p>{words}</p>
      {said && <StoreSays {...said} />}
      <p>{advice}</p>
      {stack !== null && (
        <details id="stack">
          <summary>Stack</summary>
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
    </section>
  );
}

/** What a replay would do, or did. */
function Outcome({ failedMessage }: { failedMessage: ShownDeadLetter }) {
  return (
    <section class="panel" aria-labelledby="replay">
      <h2 id="replay">{HEADINGS[failedMessage.state]}</h2>
      <OutcomeLabel failedMessage={failedMessage} />
    </section>
  );
}

const HEADINGS: Record<ShownDeadLetter['state'], string> = {
  open: 'What a replay would do now',
  replaying: 'Its replay is under way',
  resolved: 'Result',
  discarded: 'It is discarded',
};

function OutcomeLabel({
  failedMessage: { state, replayId, outcome, forecast },
}: {
  failedMessage: ShownDeadLetter;
}) {
  switch (state) {
    case 'open':
      return (
        <p>
          <State {...EFFECTS[forecast.effect]} /> {forecast.says}
        </p>
      );
    case 'replaying':
      return replayId === null ? (
        <p>The worker has handled it. The replay ends once the store has answered the call.</p>
      ) : (
        <p>It was sent again to the queue it failed in. Its result will show here.</p>
      );
    case 'resolved':
      return <p>It went through{outcome === null ? '' : `: ${outcomeLabel(outcome)}`}.</p>;
    case 'discarded':
      return (
        <p>No worker handles it. If it were restored, a replay would have this result: {forecast.says}</p>
      );
  }
}

/** Its headers. */
function Headers({ failedMessage: { headers } }: { failedMessage: ShownDeadLetter }) {
  const known =
    typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? Object.entries(headers) : [];
  if (known.length === 0) return null;
  return (
    <details id="headers">
      <summary>Headers</summary>
      <dl class="facts panel">
        {known.map(([name, value]) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
