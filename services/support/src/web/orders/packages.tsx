import { plainFailure } from '@hub/desk/words';
import type { OrderTimeline } from '@hub/desk/orders';
import { Copied, CopyButton } from '../layout/copied';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { TRACKING_STATES } from './state-labels';

type Shipping = OrderTimeline['shippingOrders'][number];
type Parcel = Pick<Shipping['packages'][number], 'trackingNumber' | 'trackingUrl'>;

/** Parcels of a shipping order, and whether the selling shop knows of them. */
export function Packages(props: { shipping: Shipping; order: Pick<OrderTimeline, 'id' | 'shopName'> }) {
  const { shipping, order } = props;
  const { shopName: sellingShop } = order;
  if (shipping.packages.length === 0) return <p class="soft">No package of it is known yet.</p>;
  return (
    <Scroll label={`Packages from ${shipping.shopName}`}>
      <table class="tight rows">
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col">Tracking</th>
            <th scope="col">Shipped</th>
            <th scope="col">Lines</th>
            <th scope="col">Sent to {sellingShop}</th>
          </tr>
        </thead>
        <tbody>
          {shipping.packages.map((parcel) => (
            <tr>
              <th scope="row" data-label="Package">
                <code>{parcel.packageId}</code>
              </th>
              <td data-label="Tracking">
                {parcel.carrier} <Tracking parcel={parcel} />
                {parcel.corrections.map((correction) => (
                  <div>
                    Corrected to {correction.carrier} <Tracking parcel={correction} />{' '}
                    <small>
                      by {correction.correctedBy}, <Time at={correction.correctedAt} />
                    </small>
                  </div>
                ))}
                {parcel.tracking === 'done' && (
                  <div>
                    <a href={`/orders/${order.id}/packages/${parcel.id}/correct`}>Correct the tracking</a>
                  </div>
                )}
              </td>
              <td data-label="Shipped">
                <Time at={new Date(parcel.shippedAt)} />
              </td>
              <td data-label="Lines">
                {parcel.lines
                  .map(({ lineItemId, quantity }) => `${quantity} × ${lineItemId ?? '?'}`)
                  .join(', ')}
              </td>
              <td data-label={`Sent to ${sellingShop}`}>
                <State {...TRACKING_STATES[parcel.tracking]} />
                {parcel.lastFailure && parcel.tracking !== 'done' && (
                  <div class="soft">{plainFailure(parcel.lastFailure)}</div>
                )}
                {parcel.corrections.map((correction) => (
                  <div>
                    {correction.trackingNumber}: <State {...TRACKING_STATES[correction.tracking]} />
                    {correction.lastFailure && correction.tracking === 'failed' && (
                      <div class="soft">
                        {plainFailure(correction.lastFailure)}. Ask {sellingShop} to correct the number there.
                      </div>
                    )}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The store's tracking address is a link only if it is http or https, and the browser sends it no referrer. */
function Tracking({ parcel: { trackingNumber, trackingUrl } }: { parcel: Parcel }) {
  if (trackingUrl === null || !/^https?:\/\//i.test(trackingUrl)) return <Copied text={trackingNumber} />;
  return (
    <>
      <a href={trackingUrl} rel="noreferrer noopener" target="_blank">
        <code>{trackingNumber}</code>
      </a>{' '}
      <CopyButton text={trackingNumber} />
    </>
  );
}
