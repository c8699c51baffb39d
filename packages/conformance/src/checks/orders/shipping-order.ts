import { ShippingOrderReceipt, type ShippingOrderRequest } from '@hub/contract';
import type { CheckContext } from '../../check-context';
import type { NamedVariant } from '../../catalogue/catalogue-run';
import { testVariants } from '../../catalogue/test-variants';
import { requireReceipt } from '../../judge';
import { newReference } from '../../references';
import type { PlacedOrder } from '../../run-state';
import type { Target } from '../../target';

type ShipTo = ShippingOrderRequest['ship_to'];

/** A line of an order: what, and how many. */
export type OrderedLine = readonly [variant: NamedVariant, quantity: number];

/** A shipping order as the service builds it (D18), under a new reference. It goes to no real person. */
export function shippingOrder(target: Target, lines: readonly OrderedLine[]): ShippingOrderRequest {
  const reference = newReference();
  return {
    external_ref: reference,
    tag: 'hub_ship',
    payment_status: 'paid',
    currency: target.currency,
    ship_to: shipTo(target),
    shipping_method: { code: 'standard', title: 'Standard' },
    line_items: lines.map(([{ variantId, barcode, sku }, quantity], index) => ({
      external_ref: `${reference}-${index + 1}`,
      variant_id: variantId,
      barcode,
      sku,
      quantity,
      unit_price: 31.5,
    })),
  };
}

function shipTo({ country }: Target): ShipTo {
  return {
    name: 'Rehearsal, not a customer',
    address_line1: 'Example Street 1',
    zip: '11122',
    city: 'Exampleton',
    country_code: country,
    phone: null,
    email: null,
  };
}

/** The same address with every field that a customer may give, and letters beyond ASCII. */
export function fullAddress(target: Target): ShipTo {
  return {
    ...shipTo(target),
    name: 'Åsa Öström-Žižková',
    company: 'Löwe & Söhne “Test”',
    address_line1: 'Ævintýragata 1 東京',
    address_line2: 'c/o Rehearsal',
    province: 'Skåne',
    phone: '+46 70 000 00 00',
    email: 'rehearsal@relay.example',
    latitude: 59.33,
    longitude: 18.06,
  };
}

/** Sends a shipping order, and returns the receipt. Throws CheckFault. */
export async function place(
  { store }: CheckContext,
  body: ShippingOrderRequest,
  to = 'POST /orders',
): Promise<PlacedOrder> {
  const answer = await store.deliver({ operation: 'place_order', body });
  const echoed = { external_ref: body.external_ref };
  const { order_id } = requireReceipt(answer, { schema: ShippingOrderReceipt, echoed, to });
  return { orderId: order_id, externalRef: body.external_ref, lines: body.line_items };
}

/** {@link place} an order of one piece. */
export async function placeOne(context: CheckContext): Promise<PlacedOrder> {
  const [variant] = await testVariants(context, 1);
  return place(context, shippingOrder(context.target, [[variant, 1]]));
}
