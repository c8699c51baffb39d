import { plainFailure } from '@hub/desk/words';
import type { OrderTimeline } from '@hub/desk/orders';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import { STOP_STATES } from './state-labels';

const WISHES = {
  whole_order: 'wants the whole order stopped',
  cannot_ship: 'cannot ship its shipping order',
  taken_back: 'is asked to give its shipping order back',
};
const ENDS = {
  stopping: 'under way',
  stopped: 'everything is stopped',
  overruled: 'a shop had shipped: it stands',
};

/** Requests to stop it, and each shop's confirmation (D12). */
export function StopsPanel({ order }: { order: OrderTimeline }) {
  if (order.cancellations.length === 0) return null;
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">Stops</h2>
      {order.cancellations.map((wish) => (
        <article class="panel">
          <h3>
            <ShopLink shop={wish.requestedBy} name={wish.requestedByName} /> {WISHES[wish.kind]}:{' '}
            {ENDS[wish.state]}
          </h3>
          <p class="soft">
            Asked for <Time at={wish.requestedAt} />
            {wish.finishedAt && (
              <>
                , finished <Time at={wish.finishedAt} />
              </>
            )}
          </p>
          {wish.stops.length > 0 && <Stops stops={wish.stops} />}
        </article>
      ))}
    </section>
  );
}

function Stops({ stops }: { stops: OrderTimeline['cancellations'][number]['stops'] }) {
  return (
    <Scroll label="Shipping orders to be stopped">
      <table class="tight rows">
        <thead>
          <tr>
            <th scope="col">Shipping order</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Attempts
            </th>
            <th scope="col">Last failure</th>
          </tr>
        </thead>
        <tbody>
          {stops.map((stop) => (
            <tr>
              <th scope="row" data-label="Shipping order">
                <code>{stop.shippingOrder}</code>
              </th>
              <td data-label="State">
                <State {...STOP_STATES[stop.state]} />
              </td>
              <td class="number" data-label="Attempts">
                {stop.attempts}
              </td>
              <td data-label="Last failure">
                {stop.lastFailure === null ? 'none' : plainFailure(stop.lastFailure)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
