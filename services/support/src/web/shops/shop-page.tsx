import {
  healthText,
  type CatalogueFault,
  type OutOfSyncQuantity,
  type ShopHealth,
  type ShopPause,
  modeText,
} from '@hub/desk/shops';
import { type AtRisk, RISK_COLUMNS } from '@hub/desk/problems';
import type { ShopMailRow } from '@hub/desk/mails';
import type { ShopVersion } from '@hub/shops';
import type { StockBlock } from '@hub/desk/stock';
import { type Viewer, may } from '../access/viewer';
import { Live } from '../layout/live';
import { State } from '../layout/state';
import { BearerToken } from './bearer-token';
import { Blocks } from './blocks';
import { Calls } from './calls';
import { CatalogueRun } from './catalogue-run';
import { LatestMails } from './latest-mails';
import { OutOfSync } from './out-of-sync';
import { Paused } from './paused';
import { StoreProblems } from './store-problems';
import { Versions } from './versions';
import { CAPABILITIES } from './capability-labels';
import { TableOf } from '../lists/list-table';

export interface ShopPageProps {
  shop: ShopHealth;
  /** The first faults. */
  faults: readonly CatalogueFault[];
  outOfSync: readonly OutOfSyncQuantity[];
  blocks: readonly StockBlock[];
  /** Calls to its store that wait for their next time; empty: none does. */
  waiting: string;
  /** When the bearer token was set at its door; null: that of its sheet is sent. */
  tokenSetAt: Date | null;
  /** The latest versions of the sheet. */
  versions: readonly ShopVersion[];
  pauses: readonly ShopPause[];
  risks: readonly AtRisk[];
  mails: readonly ShopMailRow[];
  mailAddresses: readonly string[];
  /** Whether what waits for shops is reported to them by mail. */
  mailsShops: boolean;
  viewer: Viewer;
  now: number;
}

/** The state of one shop's store. */
export function ShopPage(props: ShopPageProps) {
  const { shop, now } = props;
  return (
    <Live id="shop" href={`/shops/${shop.shop}`}>
      <header class="head">
        <h1>
          {shop.name} <small>{shop.shop}</small>
        </h1>
        <p class="states">
          <State {...healthText(shop)} />
        </p>
        <p>
          <a href={`/shop-figures?shop=${shop.shop}`}>Its figures over 30 days</a>
        </p>
      </header>
      <Paused shop={shop} pauses={props.pauses} viewer={props.viewer} />
      <StoreProblems shop={shop} mailAddresses={props.mailAddresses} viewer={props.viewer} now={now} />
      <WaitingCalls shop={shop.shop} waiting={props.waiting} viewer={props.viewer} />
      <BearerToken shop={shop.shop} setAt={props.tokenSetAt} viewer={props.viewer} />
      <Capabilities shop={shop} />
      <CatalogueRun shop={shop} faults={props.faults} now={now} />
      <StandingOrders shop={shop.shop} risks={props.risks} viewer={props.viewer} now={now} />
      <OutOfSync shop={shop} quantities={props.outOfSync} now={now} />
      <Calls shop={shop} />
      <Blocks shop={shop.shop} blocks={props.blocks} viewer={props.viewer} now={now} />
      <LatestMails shop={shop.shop} mails={props.mails} mailsShops={props.mailsShops} now={now} />
      <Versions versions={props.versions} now={now} />
    </Live>
  );
}

/** The capabilities between the hub and the shop, in the order in which they go live. */
function Capabilities({ shop }: { shop: ShopHealth }) {
  return (
    <section aria-labelledby="capabilities">
      <h2 id="capabilities">Capabilities</h2>
      <ul class="cards tight">
        {CAPABILITIES.map(({ capability, name, means }) => (
          <li class="panel">
            <strong>{name}</strong> <State {...modeText(shop.capabilities[capability])} />
            <br />
            <small>{means}</small>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/shops/${shop.shop}/golive`}>Going live: rehearsals, confirmations, sign-off</a>
      </p>
    </section>
  );
}

interface StandingOrdersProps {
  /** Slug. */
  shop: string;
  risks: readonly AtRisk[];
  viewer: Viewer;
  now: number;
}

/** What of paid orders waits for this shop: its store's calls, or its people. */
function StandingOrders({ shop, risks, viewer, now }: StandingOrdersProps) {
  if (risks.length === 0) return null;
  const movable = risks.some(({ situation }) => situation === 'store_away');
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">Orders that wait for this shop</h2>
      <TableOf label="Orders at risk" columns={RISK_COLUMNS} rows={risks} now={now} />
      {movable && may(viewer, 'agent') && (
        <p>
          <a href={`/shops/${shop}/reroute`}>Give them to other shops</a>
        </p>
      )}
    </section>
  );
}

/** Calls to the store that wait for their next time, and the button that makes them at once. @param waiting empty: none waits */
function WaitingCalls(props: { shop: string; waiting: string; viewer: Viewer }) {
  const { shop, waiting, viewer } = props;
  if (waiting === '') return null;
  return (
    <section class="panel" aria-label="Calls that wait for their next time">
      <p>Waiting for their next time: {waiting}.</p>
      {may(viewer, 'agent') && (
        <div class="actions">
          <a class="button" href={`/shops/${shop}/try-now`}>
            Try now
          </a>
        </div>
      )}
    </section>
  );
}
