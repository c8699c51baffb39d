import { z } from 'zod';
import { Amount, OptionalAmount } from '../amount';
import { LineItemId, LocationId, OrderId, VariantId } from '../ids';
import { Instant } from '../instant';
import { personal } from '../personal';
import { Latitude, LineQuantity, Longitude } from '../numbers';
import { eventListOf, filledEventListOf, optional, optionalText } from '../shapes';
import { CountryCode, FilledText, StorableText } from '../text';
import { defineEvent } from './event-definition';

const ShippingAddress = z.object({
  name: personal(FilledText),
  company: personal(optionalText(StorableText)),
  address_line1: personal(FilledText),
  address_line2: personal(optionalText(StorableText)),
  zip: personal(FilledText),
  city: personal(FilledText),
  province: personal(optionalText(StorableText)),
  country_code: CountryCode,
  phone: personal(optionalText(StorableText)),
  email: personal(optionalText(StorableText)),
  latitude: personal(optional(Latitude)),
  longitude: personal(optional(Longitude)),
});

const OrderLine = z.object({
  line_item_id: LineItemId,
  variant_id: VariantId,
  quantity: LineQuantity,
  unit_price: Amount,
  fulfillment_location_id: LocationId,
  barcode: optionalText(StorableText),
  sku: optionalText(StorableText),
  title: optionalText(StorableText),
});

/**
 * `data` of `order.created` ("Seller order"): the whole order, amounts VAT included. Schema only: what D9 calls
 * `invalid_order` (unpaid, wrong currency, destination, half a coordinate pair, discount above gross, repeated line)
 * passes here and is judged by the routing service.
 */
export const OrderCreated = z.object({
  order_id: OrderId,
  order_number: optionalText(StorableText),
  /** The shop's label for it, such as `#1001`; some put the customer there. */
  name: personal(optionalText(StorableText)),
  created_at: Instant,
  payment_status: StorableText,
  currency: StorableText,
  tags: optional(eventListOf(StorableText)),
  hub_external_ref: optionalText(StorableText),
  shipping_address: ShippingAddress,
  shipping_method: optional(
    z.object({ code: optionalText(StorableText), title: optionalText(StorableText) }),
  ),
  line_items: filledEventListOf(OrderLine),
  subtotal: OptionalAmount,
  total_tax: OptionalAmount,
  total_price: OptionalAmount,
  shipping_cost: Amount,
  total_discounts: Amount,
});
export type OrderCreated = z.output<typeof OrderCreated>;

export const orderCreated = defineEvent({
  name: 'order.created',
  owner: 'routing',
  capability: 'orders',
  summary: 'A paid order of a selling shop.',
  label: 'New order',
  data: OrderCreated,
  parts: { ShippingAddress, OrderLine },
  outcomes: ['accepted', 'duplicate', 'skipped'],
  errors: ['unknown_variant', 'invalid_order'],
});
