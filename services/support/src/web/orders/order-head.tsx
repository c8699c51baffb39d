import { headlineText, type OrderTimeline } from '@hub/desk/orders';
import { money } from '@hub/desk/words';
import type { ComponentChildren } from 'preact';
import { Copied } from '../layout/copied';
import { State } from '../layout/state';
import { Time, Zone } from '../layout/time';
import { ShopLink } from '../layout/shop-link';

/** The order's name and its state. */
export function OrderHead({ order }: { order: OrderTimeline }) {
  return (
    <header class="head">
      <h1>
        Order {orderName(order)}{' '}
        <small>
          of <ShopLink shop={order.shop} name={order.shopName} />
        </small>
      </h1>
      <p class="states">
        <State {...headlineText(order.headline)} />
        {order.mode === 'dry_run' && <State text="dry run: nothing is sent" tone="warn" />}
      </p>
      <dl class="strip">
        <Fact name="Order id">
          <Copied text={order.orderId} />
        </Fact>
        <Fact name="Placed">
          <Time at={new Date(order.placedAt)} /> <Zone />
        </Fact>
        <Fact name="Ships to">{order.destinationCountry}</Fact>
        <Fact name="Lines">{order.lines.length}</Fact>
        <Fact name="Total">{money(order.totalPrice ?? order.workedOutTotal, order.currency)}</Fact>
        <Fact name="Discounts">{money(order.totalDiscounts, order.currency)}</Fact>
        <Fact name="Shipping paid">{money(order.shippingCost, order.currency)}</Fact>
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The name that people use: its number if it has one. */
export function orderName({ orderId, orderNumber }: Pick<OrderTimeline, 'orderId' | 'orderNumber'>): string {
  return orderNumber ?? orderId;
}
