import { operationName } from '@hub/desk/calls';
import type { HeldCalls } from '@hub/desk/door';
import { Time } from '../../web/layout/time';

/** The banner on every page while calls to the store are held (D23). */
export function Held({ held }: { held: readonly HeldCalls[] }) {
  return (
    <>
      {held.map(({ calls, status, since }) => (
        <p class="notice refused">
          {calls === 'all' ? 'All calls' : `Calls of the kind ${operationName(calls)}`} to your store are
          suspended since <Time at={new Date(since)} />: it answered {status}. One is tried every five
          minutes, and all go on where it succeeds; <a href="/store">a new bearer token</a> lets them go on at
          once.
        </p>
      ))}
    </>
  );
}
