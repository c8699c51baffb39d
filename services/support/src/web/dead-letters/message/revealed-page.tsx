import type { ShownDeadLetter } from '@hub/desk/messages';
import { titleOf } from '../texts';

/** A body with its personal data. The view is already recorded. */
export function RevealedPage({ failedMessage, body }: { failedMessage: ShownDeadLetter; body: string }) {
  return (
    <>
      <p>
        <a href={`/dead-letters/${failedMessage.id}`}>{titleOf(failedMessage)}</a>
      </p>
      <h1>What it says, with personal data</h1>
      <p class="soft">
        This look is recorded. The page is not kept by the browser: leave it when you are done.
      </p>
      <pre tabIndex={0}>{body}</pre>
    </>
  );
}
