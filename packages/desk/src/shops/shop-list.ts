import { CapabilityState } from '@hub/database';
import { countRisksByShop } from '../problems/orders-at-risk';
import { listAddress } from '../engine/address';
import { shopCell } from '../engine/cell';
import { choice, shop, text } from '../engine/filters';
import { keptByDatabase } from '../engine/kept-for-a-minute';
import { list, partOf } from '../engine/list';
import type { QueryOf } from '../engine/list-definition';
import { BY_NUMBER } from '../engine/places';
import { callFigures, type CallFigures } from './call-figures';
import { describeHealth } from './describe-health';
import { shopHealth, type ShopHealth } from './shop-health';
import {
  CATALOGUE_STATES,
  healthText,
  isFailing,
  modeText,
  rateText,
  SHOP_STATES,
  shopStateText,
  stateOfShop,
} from './shop-labels';

/** A shop in the list of all. */
interface ListedShop extends ShopHealth {
  figures: CallFigures | undefined;
  /** How many items of paid orders are at risk until its store or its people act. */
  atRisk: number;
}

const HAS = {
  at_risk: ({ atRisk }: ListedShop) => atRisk > 0,
  held: ({ held, circuit }: ListedShop) => held !== null || circuit.state === 'open',
  failing: isFailing,
  out_of_sync: ({ outOfSync }: ListedShop) => outOfSync.count > 0,
};

/** The largest first. */
const most = (of: (shop: ListedShop) => number) => (one: ListedShop, other: ListedShop) =>
  of(other) - of(one);

const ORDERS: Readonly<Record<string, (one: ListedShop, other: ListedShop) => number>> = {
  state: most((listed) => -SHOP_STATES.indexOf(stateOfShop(listed))),
  risk: most(({ atRisk }) => atRisk),
  calls: most(({ lastHour }) => lastHour.calls),
  failures: most(({ lastHour }) => lastHour.errorRate),
  latency: most(({ figures }) => figures?.p95Ms ?? -1),
  out_of_sync: most(({ outOfSync }) => outOfSync.count),
};

const figuresOf = keptByDatabase((db, _all, now) => callFigures(db, now));
const risksOf = keptByDatabase((db, _all, now) => countRisksByShop(db, now));
const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const FILTERS = {
  name: text('Name', { says: 'with this in its name or slug' }),
  shop: shop('Shop', 'one shop alone'),
  state: choice(
    'Now',
    SHOP_STATES.map((state) => [state, shopStateText(state)] as const),
  ),
  orders: choice(
    'Orders',
    Object.values(CapabilityState).map((mode) => [mode, modeText(mode).text] as const),
  ),
  with: choice('With', [
    ['at_risk', 'orders at risk'],
    ['held', 'calls suspended or failing outright'],
    ['failing', 'calls that fail often'],
    ['out_of_sync', 'quantities out of sync'],
  ]),
};

/** The state of each shop's store. */
export const shopList = list<ListedShop>()({
  path: '/shops',
  title: 'Shops',
  command: {
    name: 'shop.health',
    says: 'how things stand with each store: calls, catalogue, quantities, what is open',
    argument: '[shop]',
  },
  section: 'shops',
  noun: 'shop',
  about: 'The state of each store. Calls of 24 hours and orders at risk are counted once a minute.',
  links: [
    { text: 'Unlinked variants', href: '/unlinked' },
    { text: 'Proposed links', href: '/links' },
    { text: 'Mails to shops', href: '/shop-mails' },
  ],
  filters: FILTERS,
  usualSort: 'by name',
  sorts: [
    ['state', 'the worst first'],
    ['risk', 'most at risk first'],
    ['calls', 'most calls first'],
    ['failures', 'most failures first'],
    ['latency', 'the slowest first'],
    ['out_of_sync', 'most out of sync first'],
  ],
  columns: [
    {
      name: 'Shop',
      head: true,
      cell: ({ shop: slug, name }) => ({ ...shopCell(slug, name), below: slug }),
    },
    { name: 'Slug', only: 'text', cell: ({ shop: slug }) => slug },
    { name: 'Now', cell: healthText },
    { name: 'Orders', cell: ({ capabilities }) => modeText(capabilities.orders).text },
    {
      name: 'Last catalogue',
      cell({ catalogue }, now) {
        if (!catalogue) return { text: null, otherwise: 'none yet' };
        const at = catalogue.finishedAt ?? catalogue.requestedAt;
        return { ...CATALOGUE_STATES[catalogue.state], beside: at, since: now };
      },
    },
    {
      name: 'Catalogue at',
      only: 'text',
      cell: ({ catalogue }) => catalogue && (catalogue.finishedAt ?? catalogue.requestedAt),
    },
    {
      name: 'At risk',
      number: true,
      cell: ({ shop: slug, atRisk }) => ({
        text: atRisk,
        href: atRisk > 0 ? `/shops/${slug}#standing` : undefined,
      }),
    },
    { name: 'Out of sync', number: true, cell: ({ outOfSync }) => outOfSync.count },
    { name: 'Calls, last hour', number: true, cell: ({ lastHour }) => lastHour.calls },
    {
      name: 'Failed',
      number: true,
      cell: ({ lastHour }) => (lastHour.calls === 0 ? '' : rateText(lastHour.errorRate)),
    },
    {
      name: 'Calls, 24 hours',
      cell: ({ shop: slug, name, figures }) => ({
        text: figures?.calls.reduce((sum, calls) => sum + calls, 0) ?? 0,
        href: listAddress('/calls', { shop: slug }),
        ...(figures && { sparkline: { counts: figures.calls, of: `calls to ${name}` } }),
      }),
    },
    { name: '95 % within, ms', number: true, cell: ({ figures }) => figures?.p95Ms ?? null },
    { name: 'Alerts', number: true, cell: ({ openAlerts }) => openAlerts },
    { name: 'Failed messages', number: true, cell: ({ openDeadLetters }) => openDeadLetters },
    { name: 'Suspended since', only: 'text', cell: ({ held, circuit }) => held?.since ?? circuit.since },
    { name: 'Paused until', only: 'text', cell: ({ pausedUntil }) => pausedUntil },
    { name: 'Out of sync since', only: 'text', cell: ({ outOfSync }) => outOfSync.oldestSince },
  ],
  json: describeHealth,
  place: BY_NUMBER,
  pageSize: 100,
  calm: 'No shop has joined yet: an environment sheet is applied with “hub shop apply”.',
  isLive: true,
  async read({ db, now }, { filter, asked, sort, after, limit }) {
    const [shops, figures, risks] = await Promise.all([
      shopHealth(db, now),
      figuresOf(db, 'all', now),
      risksOf(db, 'all', now),
    ]);
    const { shop: slug } = asked;
    const order = (sort === undefined ? undefined : ORDERS[sort]) ?? (() => 0);
    const found = shops
      .map((one) => ({ ...one, figures: figures.get(one.shop), atRisk: risks.get(one.shop) ?? 0 }))
      .filter((one) => (slug === undefined || one.shop === slug) && fits(one, filter))
      .toSorted((one, other) => order(one, other) || byName.compare(one.name, other.name));
    return partOf(found, { after, limit });
  },
});

function fits(one: ListedShop, filter: QueryOf<typeof FILTERS>): boolean {
  const { name, state, orders, with: fact } = filter;
  const words = `${one.name} ${one.shop}`.toLowerCase();
  return (
    (name === undefined || words.includes(name.toLowerCase())) &&
    (state === undefined || stateOfShop(one) === state) &&
    (orders === undefined || one.capabilities.orders === orders) &&
    (fact === undefined || HAS[fact](one))
  );
}
