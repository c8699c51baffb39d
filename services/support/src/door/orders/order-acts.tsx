import type { OrderView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { STOPPED_MEANS } from './order-labels';
import { orderAddress } from './orders-page';

/** What the shop may report about an order in its current state. */
export function OrderActs({ order }: { order: OrderView }) {
  const address = orderAddress(order.external_ref);
  const may = new Set(order.you_may);
  if (may.size === 0) return null;
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">Actions</h2>
      {may.has('has') && (
        <ActionForm action={`${address}/has`} class="panel" label="We have it">
          <p class="field">
            <label for="order_id">We have it, under this id of ours</label>
            <input id="order_id" name="order_id" maxLength={255} required />
          </p>
          <button type="submit">We have it…</button>
        </ActionForm>
      )}
      {may.has('has_not') && (
        <ActionForm action={`${address}/has-not`} class="panel" label="We do not have it">
          <p>We do not have it: it goes to another shop, and is never sent again under this reference.</p>
          <button type="submit" class="danger">
            We do not have it…
          </button>
        </ActionForm>
      )}
      {may.has('ships_by') && (
        <ActionForm action={`${address}/ships-by`} class="panel" label="It ships by">
          <p class="field">
            <label for="day">It ships by the end of this day. You can say so twice.</label>
            <input id="day" name="day" type="date" required />
          </p>
          <button type="submit">It ships by this day</button>
        </ActionForm>
      )}
      {may.has('cannot_ship') && (
        <ActionForm action={`${address}/cannot-ship`} class="panel" label="We do not ship this">
          <p>You are asked why, and see what follows, before anything is done.</p>
          <button type="submit" class="danger">
            We do not ship this…
          </button>
        </ActionForm>
      )}
      {may.has('stopped') && (
        <ActionForm action={`${address}/stopped`} class="panel" label="We have stopped it">
          <p>{STOPPED_MEANS[order.stop?.because ?? 'cancelled']}</p>
          <button type="submit" class="danger">
            We have stopped it…
          </button>
        </ActionForm>
      )}
      {may.has('shipped') && (
        <ActionForm action={`${address}/shipped`} class="panel" label="We had shipped it">
          <p>We had shipped it already: the order stands.</p>
          <button type="submit">We had shipped it…</button>
        </ActionForm>
      )}
      {may.has('resend') && (
        <ActionForm
          action={`/failed/${encodeURIComponent(order.external_ref)}/resend`}
          class="panel"
          label="Send it again"
        >
          <p>Put the cause right at your store first.</p>
          <button type="submit">Send it again</button>
        </ActionForm>
      )}
    </section>
  );
}
