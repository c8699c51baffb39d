import { outcomeLabel } from '@hub/messaging';
import type { ShownDeadLetter } from '@hub/support-desk';
import type { Viewer } from '../../access/viewer';
import { Live } from '../../layout/live';
import type { StoreSaying } from '../../at-risk/said-of-risks';
import { StoreSays } from '../../at-risk/store-says';
import { State } from '../../layout/state';
import { EFFECTS, LETTER_STATES, titleOf, whyItFailed } from '../words';
import { Bodies } from './bodies';
import { Headers } from './headers';
import { LetterActions } from './letter-actions';
import { LetterFacts } from './letter-facts';
import { Trail } from './trail';

export interface LetterPageProps {
  letter: ShownDeadLetter;
  /** What the store said about its request; null: nothing. */
  said: StoreSaying | null;
  viewer: Viewer;
  now: number;
}

const UNDER_WAY_SECONDS = 2;
const AT_REST_SECONDS = 30;

/** The known facts of a failed message, and the actions on it. */
export function LetterPage({ letter, said, viewer, now }: LetterPageProps) {
  return (
    <Live
      id="letter"
      href={`/dead-letters/${letter.id}`}
      seconds={letter.state === 'replaying' ? UNDER_WAY_SECONDS : AT_REST_SECONDS}
    >
      <header class="head">
        <h1>{titleOf(letter)}</h1>
        <p class="states">
          <State {...LETTER_STATES[letter.state]} />
          {letter.edit && <State text="edited" tone="warn" />}
        </p>
      </header>
      <Why letter={letter} said={said} />
      <Outcome letter={letter} />
      <LetterActions letter={letter} viewer={viewer} />
      <LetterFacts letter={letter} now={now} />
      <Bodies letter={letter} viewer={viewer} />
      <Headers letter={letter} />
      <Trail letter={letter} />
    </Live>
  );
}

function Why({ letter: { reason, stack }, said }: { letter: ShownDeadLetter; said: StoreSaying | null }) {
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
function Outcome({ letter }: { letter: ShownDeadLetter }) {
  return (
    <section class="panel" aria-labelledby="replay">
      <h2 id="replay">{HEADINGS[letter.state]}</h2>
      <OutcomeWords letter={letter} />
    </section>
  );
}

const HEADINGS: Record<ShownDeadLetter['state'], string> = {
  open: 'What a replay would do now',
  replaying: 'Its replay is under way',
  resolved: 'What came of it',
  discarded: 'It is discarded',
};

function OutcomeWords({ letter: { state, outcome, forecast } }: { letter: ShownDeadLetter }) {
  switch (state) {
    case 'open':
      return (
        <p>
          <State {...EFFECTS[forecast.effect]} /> {forecast.says}
        </p>
      );
    case 'replaying':
      return <p>It is sent again to the queue it failed in; this page shows by itself what comes of it.</p>;
    case 'resolved':
      return <p>It went through{outcome === null ? '' : `: ${outcomeLabel(outcome)}`}.</p>;
    case 'discarded':
      return <p>No worker handles it. Restored, a replay would come to this: {forecast.says}</p>;
  }
}
