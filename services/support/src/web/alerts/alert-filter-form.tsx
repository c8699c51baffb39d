import { Choice, FilterForm, Select } from '../layout/filter-form';
import { shopChoices, Sorting, TimeRange } from '../lists/fields';
import type { NamedShop } from '../lists/shop-names';
import { alertName } from '@hub/alerts';
import { ALERT_GUIDES } from './alert-guide';
import { askedOf, STATE_CHOICES, type AlertListFilter } from './read-alert-filter';

const KINDS = Object.keys(ALERT_GUIDES)
  .map((kind) => [kind, alertName(kind)] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other));
const STATES = Object.entries(STATE_CHOICES).map(([state, { name }]) => [state, name] as const);

export function AlertFilterForm({ filter, shops }: { filter: AlertListFilter; shops: readonly NamedShop[] }) {
  const { state, kind, shop, since, until, sort } = filter;
  return (
    <FilterForm action="/alerts" label="Alerts" asked={askedOf(filter)}>
      <Select id="state" label="State" value={state} choices={STATES} />
      <Choice id="kind" label="What" value={kind} choices={KINDS} />
      <Choice id="shop" label="Shop" value={shop} choices={shopChoices(shops)} />
      <TimeRange of="Last" since={since} until={until} />
      <Sorting sort={sort} />
    </FilterForm>
  );
}
