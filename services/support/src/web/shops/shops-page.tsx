import type { CallFigures, ShopHealth } from '@hub/support-desk';
import { Live } from '../layout/live';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { figure } from '../lists/data-table';
import { modeWords } from './capability-words';
import { healthWords, rateWords, RUN_STATES } from './shop-words';
import { Sparkline } from './sparkline';

interface ShopsPageProps {
  shops: readonly ShopHealth[];
  /** Of their calls, by their slugs. */
  figures: ReadonlyMap<string, CallFigures>;
  now: number;
}

/** Every shop of the network on one page. */
export function ShopsPage({ shops, figures, now }: ShopsPageProps) {
  return (
    <>
      <h1>Shops</h1>
      <p>
        <a href="/unlinked">Unlinked variants</a>
      </p>
      <Live id="shops" href="/shops">
        {shops.length === 0 ? (
          <p class="panel">No shop has joined yet: an environment sheet is applied with “hub shop apply”.</p>
        ) : (
          <ShopsTable shops={shops} figures={figures} now={now} />
        )}
      </Live>
    </>
  );
}

function ShopsTable({ shops, figures, now }: ShopsPageProps) {
  return (
    <Scroll label="Shops">
      <table>
        <thead>
          <tr>
            <th scope="col">Shop</th>
            <th scope="col">Now</th>
            <th scope="col">Orders</th>
            <th scope="col">Last catalogue</th>
            <th scope="col" class="number">
              Out of sync
            </th>
            <th scope="col" class="number">
              Calls, last hour
            </th>
            <th scope="col" class="number">
              Failed
            </th>
            <th scope="col">Calls, 24 hours</th>
            <th scope="col" class="number">
              95 % within
            </th>
            <th scope="col" class="number">
              Alerts
            </th>
            <th scope="col" class="number">
              Failed messages
            </th>
          </tr>
        </thead>
        <tbody>
          {shops.map((shop) => (
            <ShopRow shop={shop} figures={figures.get(shop.shop)} now={now} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function ShopRow({
  shop,
  figures,
  now,
}: {
  shop: ShopHealth;
  figures: CallFigures | undefined;
  now: number;
}) {
  const { catalogue, outOfStep, lastHour } = shop;
  return (
    <tr>
      <th scope="row">
        <a href={`/shops/${shop.shop}`}>{shop.name}</a>
        <br />
        <small>{shop.shop}</small>
      </th>
      <td>
        <State {...healthWords(shop)} />
      </td>
      <td>{modeWords(shop.capabilities.orders).text}</td>
      <td>
        {catalogue ? (
          <>
            <State {...RUN_STATES[catalogue.state]} />{' '}
            <small>
              <Time at={catalogue.finishedAt ?? catalogue.requestedAt} since={now} />
            </small>
          </>
        ) : (
          <span class="soft">none yet</span>
        )}
      </td>
      <td class="number">{figure(outOfStep.count)}</td>
      <td class="number">{figure(lastHour.calls)}</td>
      <td class="number">{lastHour.calls === 0 ? '' : rateWords(lastHour.errorRate)}</td>
      <td>
        {figures && (
          <a href={`/calls?shop=${shop.shop}`}>
            <Sparkline counts={figures.calls} of={`calls to ${shop.name}`} />
          </a>
        )}
      </td>
      <td class="number">{figures && figures.p95Ms !== null && `${figure(figures.p95Ms)} ms`}</td>
      <td class="number">{figure(shop.openAlerts)}</td>
      <td class="number">{figure(shop.openDeadLetters)}</td>
    </tr>
  );
}
