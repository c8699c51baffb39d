import { alertName, ALERT_GUIDES } from './alert-guide';
import { STATE_CHOICES, type AlertListFilter } from './read-alert-filter';

const KINDS = Object.keys(ALERT_GUIDES)
  .map((kind) => ({ kind, name: alertName(kind) }))
  .toSorted((a, b) => a.name.localeCompare(b.name));

/** Narrows the list; what is asked for stands in the address. */
export function AlertFilterForm({ filter, shops }: { filter: AlertListFilter; shops: readonly string[] }) {
  return (
    <form class="filters panel" action="/alerts" role="search" aria-label="Alerts">
      <div>
        <label for="state">State</label>
        <select id="state" name="state">
          {Object.entries(STATE_CHOICES).map(([state, { name }]) => (
            <option value={state} selected={state === filter.state}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="kind">What</label>
        <select id="kind" name="kind">
          <option value="">any</option>
          {KINDS.map(({ kind, name }) => (
            <option value={kind} selected={kind === filter.kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
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
      <div class="actions">
        <button type="submit">Filter</button>
        <a href="/alerts">Clear</a>
      </div>
    </form>
  );
}
