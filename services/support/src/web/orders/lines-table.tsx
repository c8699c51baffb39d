import { withMinorUnits, amount, figure } from '@hub/desk/words';
import type { OrderTimeline } from '@hub/desk/orders';
import { may, type Viewer } from '../access/viewer';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { ShopLink } from '../layout/shop-link';
import { lineText } from './state-labels';
import { shippingAnchor } from './timeline-links';

type Line = OrderTimeline['lines'][number];

/** Every line: its state, why it waits, who ships it, and which shops are excluded. */
export function LinesTable({ order, viewer }: { order: OrderTimeline; viewer: Viewer }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Lines</h2>
      <Scroll label="Lines of the order">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Item</th>
              <th scope="col" class="number">
                Pieces
              </th>
              <th scope="col" class="number">
                Price each, {order.currency}
              </th>
              <th scope="col">State</th>
              <th scope="col">Shipped by</th>
              <th scope="col">Excluded shops</th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr>
                <th scope="row" data-label="Line">
                  <code>{line.lineItemId}</code>
                </th>
                <td data-label="Item">
                  {line.title ?? <span class="soft">no title given</span>}
                  <br />
                  <small>
                    variant <code>{line.variantId}</code>
                  </small>
                </td>
                <td class="number" data-label="Pieces">
                  {figure(line.quantity)}
                </td>
                <td class="number" data-label={`Price each, ${order.currency}`}>
                  {amount(withMinorUnits(line.unitPrice, order.currency))}
                </td>
                <td data-label="State">
                  <State {...lineText(line)} />
                  {line.waitsBecause && <div class="soft">{line.waitsBecause}</div>}
                </td>
                <td data-label="Shipped by">
                  <ShippedBy order={order} line={line} />
                </td>
                <td data-label="Excluded shops">
                  <Excluded line={line} viewer={viewer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function ShippedBy({ order, line }: { order: OrderTimeline; line: Line }) {
  if (line.state === 'own') return <>the shop itself</>;
  const latest = order.shippingOrders.findLast(
    ({ state, lines }) =>
      state !== 'stopped' && lines.some(({ lineItemId }) => lineItemId === line.lineItemId),
  );
  if (!latest || line.state === 'waiting') return <span class="soft">none</span>;
  return <a href={`#${shippingAnchor(latest.externalRef)}`}>{latest.shopName}</a>;
}

/** Shops that could not ship it, or refused to: their stock of it is blocked until their next report (D17). */
function Excluded({ line, viewer }: { line: Line; viewer: Viewer }) {
  if (line.excludedShops.length === 0) return <span class="soft">–</span>;
  return (
    <ul class="plain">
      {line.excludedShops.map(({ shop, shopName }) => (
        <li>
          <ShopLink shop={shop} name={shopName} />
          {may(viewer, 'agent') && (
            <>
              {' '}
              <a href={`/shops/${shop}#blocks`}>stock blocks</a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
