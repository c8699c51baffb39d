import { plainFailure } from '@hub/desk/words';
import type { OrderTimeline } from '@hub/desk/orders';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import { RETURN_STATES } from './state-labels';

/** Returned goods, and whether the selling shop knows. The customer's comments are personal: see the customer's data. */
export function ReturnsPanel({ order }: { order: OrderTimeline }) {
  if (order.returns.length === 0) return null;
  return (
    <section aria-labelledby="returns">
      <h2 id="returns">Returns</h2>
      <Scroll label="Returns of the order">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Reported by</th>
              <th scope="col">At</th>
              <th scope="col">Lines</th>
              <th scope="col">State</th>
              <th scope="col">Return id of {order.shopName}</th>
            </tr>
          </thead>
          <tbody>
            {order.returns.map((goods) => (
              <tr>
                <th scope="row" data-label="Reported by">
                  <ShopLink shop={goods.reportedBy} name={goods.reportedByName} />
                </th>
                <td data-label="At">
                  <Time at={goods.createdAt} />
                </td>
                <td data-label="Lines">
                  {goods.lines
                    .map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`)
                    .join(', ')}
                </td>
                <td data-label="State">
                  <State {...RETURN_STATES[goods.state]} />
                  {goods.lastFailure && goods.state !== 'registered' && (
                    <div class="soft">{plainFailure(goods.lastFailure)}</div>
                  )}
                </td>
                <td data-label={`Return id of ${order.shopName}`}>
                  {goods.storeReturnId ? <code>{goods.storeReturnId}</code> : 'none yet'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
