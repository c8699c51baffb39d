import { LIMITS } from '../limits';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What becomes of a faulty optional text (D7). */
const leftOut = (characters: number) =>
  `If it is malformed or longer than ${characters} characters, it is left out and the event is accepted without it.`;

/** Of what events say. */
export const EVENT_DESCRIPTIONS: Texts = {
  Envelope: {
    is: 'What every event is wrapped in.',
    spec_version: 'The version of this contract.',
    event: 'What happened.',
    event_id: 'Your id of the event, unique in your shop. A resend keeps it, with the very same bytes.',
    occurred_at: 'When it happened, in UTC, at most 5 s ahead of our clock.',
    data: 'What the event says.',
  },
  InventoryUpdated: {
    is: 'The stock of a variant at a location since `changed_at`.',
    variant_id: 'Your variant, of a completed catalogue run.',
    location_id:
      'A location of your sheet, or `HUB_Network` where your platform reports our own writes back.',
    quantity: 'All that is there, as an absolute figure; one below 0 counts as 0.',
    changed_at:
      'When the stock changed. Strictly later for each further change of this variant and location, down to the nanosecond if need be.',
  },
  OrderCreated: {
    is: 'A paid order with all of its lines, also those that you ship yourself: discount and shipping are shared out over all of them. Final once accepted.',
    order_id: 'Your stable id of the order. The path of PUT /orders/{order_id}/tracking names it.',
    order_number: 'For people.',
    name: 'For people.',
    created_at: 'When it was placed. Rates of VAT and split are those of this moment.',
    payment_status: 'Must be `paid`; any other value is `422 invalid_order`.',
    currency: 'Must be the currency of your sheet; another one is `422 invalid_order`.',
    tags: 'Your tags. `hub_ship` among them says that the service created this order: it is skipped.',
    hub_external_ref:
      'For platforms without tags: our `external_ref` from POST /orders says the same. Leave it out of your own sales.',
    shipping_address: 'Where the order goes. Its country decides the VAT rate.',
    shipping_method: 'What the customer chose; shipping orders go out as `standard`.',
    line_items: 'Every line of the order.',
    subtotal: 'Kept for reconciliation; nothing is worked out from it.',
    total_tax: 'Kept for reconciliation; nothing is worked out from it.',
    total_price: 'Kept for reconciliation; nothing is worked out from it.',
    shipping_cost: 'What the customer paid for shipping, VAT included; 0 where it was free.',
    total_discounts:
      'All discounts on goods together, VAT included; 0 where there are none. Do not lower `unit_price` by them as well.',
  },
  ShippingAddress: {
    is: "The customer's delivery address.",
    name: 'Who gets it.',
    company: 'Passed on as given.',
    address_line1: 'Street and number.',
    address_line2: 'Passed on as given.',
    zip: 'Postcode.',
    city: 'City.',
    province: 'Passed on as given.',
    country_code:
      'ISO 3166, two letters; one of the destination countries of your sheet for what the network ships.',
    phone: 'Passed on for the carrier.',
    email: 'Never passed on: the shipping shop gets a relay address.',
    latitude: 'With the longitude, or not at all. The nearest shop is then preferred.',
    longitude: 'With the latitude, or not at all.',
  },
  OrderLine: {
    is: 'One line of the order.',
    line_item_id: 'Your stable id of the line, once in the order. Tracking and returns name it.',
    variant_id: 'Your variant.',
    quantity: 'Pieces.',
    unit_price: 'For one piece, before discounts, VAT included.',
    fulfillment_location_id:
      'Who ships the line: your `HUB_Network` location for the network, any other location for yourself.',
    barcode:
      'A cross-check. Where it disagrees with the catalogue, `variant_id` counts and support is notified.',
    sku: 'A cross-check, like the barcode.',
    title: 'For people.',
  },
  OrderCancelled: {
    is: 'Stops a whole order before anything of it has left.',
    order_id: 'Your own order, or a shipping order that you cannot ship.',
    reason: `The reason, as text. ${leftOut(LIMITS.maxNote)}`,
    cancelled_at: 'When it was cancelled.',
  },
  FulfillmentShipped: {
    is: 'One real package of a shipping order. Several packages may carry one order.',
    order_id: 'Your id of the shipping order, from your receipt of POST /orders.',
    external_ref: 'Our reference of the order, from POST /orders.',
    package_id: 'Your id of the package, unique in its order, never used for another package.',
    carrier: 'Who carries it.',
    tracking_number: 'The number of the parcel.',
    tracking_url: `Where the customer can follow it. ${leftOut(LIMITS.maxTrackingUrl)}`,
    shipped_at: 'When it left.',
    line_items: 'What is in it.',
  },
  PackedLine: {
    is: 'A line, and how much of it is in the package.',
    external_ref: 'Our reference of the line, from POST /orders.',
    quantity: 'Pieces in this package.',
  },
  ReturnCreated: {
    is: 'Goods are back and the return is processed in your own system.',
    order_id:
      'Your id of the order: the shipping order where you shipped it, your own order where you sold it.',
    external_ref: 'Our reference of the order. Checked where given.',
    lines: 'Every line that came back.',
    customer_note: `For the operator's support. ${leftOut(LIMITS.maxNote)}`,
  },
  ReturnedLine: {
    is: 'A whole line that came back.',
    order_line_id: 'Your own id of the line.',
    external_ref: 'Our reference of the line, as in fulfillment.shipped. Required for a shipping order.',
    quantity: 'All pieces of the line.',
    reason: `For the operator's support. ${leftOut(LIMITS.maxNote)}`,
  },
};
