import type { OrderTimeline } from '@hub/desk/orders';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { WrongAddress } from './wrong-address';

/** The button for the customer's personal data: shown only on request, and every view is recorded (D29). */
export function CustomerPanel({ order, viewer }: { order: OrderTimeline; viewer: Viewer }) {
  return (
    <section class="panel" aria-labelledby="customer">
      <h2 id="customer">Customer</h2>
      <CustomerWays order={order} viewer={viewer} />
    </section>
  );
}

function CustomerWays({ order, viewer }: { order: OrderTimeline; viewer: Viewer }) {
  if (order.blankedAt) return <p>Name and address were deleted, as they are after 180 days.</p>;
  if (!may(viewer, 'agent'))
    return <p class="soft">Name and address are hidden. An agent may look at them.</p>;
  return (
    <>
      <p>Name, address, notes and relay addresses are hidden. Who looks at them is recorded.</p>
      <div class="actions">
        <ActionForm action={`/orders/${order.id}/customer`} label="Customer's data">
          <button type="submit" class="quiet">
            Show the customer's data
          </button>
        </ActionForm>
        {order.addressIsFixed === null && (
          <a class="button quiet" href={`/orders/${order.id}/address`}>
            Correct the address
          </a>
        )}
      </div>
      <WrongAddress order={order} />
    </>
  );
}
