import { EVENT_NAMES } from '@hub/contract';
import type { EventListFilter } from './read-event-filter';

const ANSWERS = [
  'refused',
  '4xx',
  '5xx',
  'unfinished',
  'accepted',
  'duplicate',
  'stale',
  'echo',
  'skipped',
  'stopped',
];

/** Narrows the list; what is asked for stands in the address. */
export function EventFilterForm({ filter, shops }: { filter: EventListFilter; shops: readonly string[] }) {
  return (
    <form class="filters panel" action="/events" role="search" aria-label="Events">
      <div>
        <label for="shop">Shop</label>
        <select id="shop" name="shop">
          <option value="">any</option>
          {shops.map((shop) => (
            <option value={shop} selected={shop === filter.shop}>
              {shop}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="event">Event</label>
        <select id="event" name="event">
          <option value="">any</option>
          {EVENT_NAMES.map((name) => (
            <option value={name} selected={name === filter.event}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="answer">Answer, such as 422</label>
        <input id="answer" name="answer" type="search" list="answers" value={filter.answer} maxLength={255} />
        <datalist id="answers">
          {ANSWERS.map((answer) => (
            <option value={answer} />
          ))}
        </datalist>
      </div>
      <div>
        <label for="order">Order, as the shop names it</label>
        <input id="order" name="order" type="search" value={filter.order} maxLength={255} />
      </div>
      <div>
        <label for="since">From (UTC)</label>
        <input id="since" name="since" type="datetime-local" value={filter.since} />
      </div>
      <div>
        <label for="until">Before (UTC)</label>
        <input id="until" name="until" type="datetime-local" value={filter.until} />
      </div>
      <div class="actions">
        <button type="submit">Filter</button>
        <a href="/events">Clear</a>
      </div>
    </form>
  );
}
