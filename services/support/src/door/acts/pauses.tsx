import type { PauseView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { Time, Zone } from '../../web/layout/time';

/** A shop pauses its own shipping, and ends its own pauses (D38). */
export function Pauses({ pauses }: { pauses: readonly PauseView[] }) {
  return (
    <section aria-labelledby="pause">
      <h2 id="pause">Pause shipping</h2>
      <p>
        While your shipping is paused you get no new orders, and your stock is not offered to other shops.
        Orders that you have go on, and so do your own sales. A pause ends by itself.
      </p>
      {pauses.length > 0 && (
        <ul>
          {pauses.map(({ by, reason, until }) => (
            <li>
              Until <Time at={new Date(until)} /> <Zone />: {reason}{' '}
              <small>({by === 'shop' ? 'your own pause' : 'a pause by the operator'})</small>
            </li>
          ))}
        </ul>
      )}
      {pauses.some(({ by }) => by === 'shop') && (
        <ActionForm action="/store/unpause" label="End your pause">
          <button type="submit">End your pause</button>
        </ActionForm>
      )}
      <ActionForm action="/store/pause" class="panel" label="Pause shipping">
        <p class="field">
          <label for="until">Until (UTC, at most 30 days ahead)</label>
          <input id="until" name="until" type="datetime-local" required />
        </p>
        <p class="field">
          <label for="reason">Reason, for the operator (no names)</label>
          <input id="reason" name="reason" maxLength={500} required autocomplete="off" />
        </p>
        <button type="submit">Pause shipping</button>
      </ActionForm>
    </section>
  );
}
