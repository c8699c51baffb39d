import type { StoreView, TestEventAnswer } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { Json } from '../../web/layout/json';
import { Pauses } from './pauses';
import { Time } from '../../web/layout/time';

/** A shop's actions on its own store. */
export function StorePage({ view, now }: { view: StoreView; now: number }) {
  const setAt = view.bearer_token_set_at;
  return (
    <>
      <h1>Your store</h1>
      <Pauses pauses={view.pauses} />
      <section aria-labelledby="bearer">
        <h2 id="bearer">Bearer token</h2>
        <p>
          {setAt === null ? (
            'Calls to your store carry the token of the environment sheet.'
          ) : (
            <>
              Calls carry the token that was set here <Time at={new Date(setAt)} since={now} />. If your store
              refuses it, they carry that of the sheet. A new token on the sheet replaces the one set here.
            </>
          )}
        </p>
        <ActionForm action="/store/bearer-token" class="panel" label="Set a new bearer token">
          <p class="field">
            <label for="token">New bearer token</label>
            <input
              id="token"
              name="token"
              type="password"
              maxLength={4096}
              autocomplete="new-password"
              required
            />
          </p>
          <p class="soft">It is stored, then tested at once with GET /products.</p>
          <button type="submit">Set beside the old</button>
        </ActionForm>
        <div class="actions">
          <ActionForm action="/store/bearer-token/test" label="Test the token">
            <button type="submit">Test the token</button>
          </ActionForm>
          {setAt !== null && (
            <ActionForm action="/store/bearer-token/take-back" label="Take the token back">
              <input type="hidden" name="set_at" value={setAt} />
              <button type="submit" class="quiet">
                Take the token back…
              </button>
            </ActionForm>
          )}
        </div>
      </section>
      <section aria-labelledby="event">
        <h2 id="event">Test event</h2>
        <p>
          An <code>inventory.updated</code> that changes nothing, signed with your secret, sent to your events
          address.
        </p>
        <ActionForm action="/store/test-event" label="Send a test event">
          <button type="submit">Send it</button>
        </ActionForm>
      </section>
    </>
  );
}

/** The test event that was sent, and its answer. */
export function TestEventPage({ view }: { view: TestEventAnswer }) {
  return (
    <>
      <p>
        <a href="/store">To your store</a>
      </p>
      <h1>Test event</h1>
      <p>{view.status === null ? 'There was no answer.' : `The answer: ${view.status}.`}</p>
      <Json value={view.answer} label="Answer" />
      <h2>What was sent</h2>
      <pre tabIndex={0}>{view.event}</pre>
      <p>
        X-HUB-Signature: <code>{view.signature}</code>
      </p>
    </>
  );
}
