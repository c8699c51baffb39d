import { LIMITS } from '../limits';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Of what goes over a store's endpoints. */
export const CALL_DESCRIPTIONS: Texts = {
  ProductsPage: {
    is: 'One page of the catalogue. One faulty page refuses the whole run: nothing of it is applied.',
    products: 'The products of this page, each in the run once.',
    next_cursor:
      'Where the next page begins; null on the last page only. It must be stable, and none may come twice in a run.',
  },
  Product: {
    is: 'A product with its variants.',
    product_id: 'Your stable id of the product; a run holds it once.',
    title: `What customers read, in at most ${LIMITS.maxTitle} characters.`,
    brand: `The brand, in at most ${LIMITS.maxListedText} characters. Every product has one.`,
    description: `Text for people. One of more than ${LIMITS.maxDescriptionBytes / 1024} KiB is left out, and the report lists it.`,
    images: 'At least one picture.',
    variants: 'What can be ordered of it, at least one.',
  },
  Image: {
    is: 'A picture of a product.',
    url: `A public https address, judged by the address alone: no private network, no credentials in it, a host name of letters, digits, dots and hyphens, at most ${LIMITS.maxListedAddress} characters.`,
    alt: `What the picture shows, as text. More than ${LIMITS.maxTitle} characters are left out.`,
  },
  Variant: {
    is: 'One sellable item. It is unknown to the service until a completed run holds it, and retired once a run leaves it out.',
    variant_id: 'Your stable id of the variant; a run holds it once.',
    title: `What customers read, in at most ${LIMITS.maxTitle} characters.`,
    size: `The size, in at most ${LIMITS.maxListedText} characters. An article without sizes says exactly \`One size\`.`,
    sku: `Your own article number, in at most ${LIMITS.maxListedText} characters.`,
    barcode:
      'The GTIN (8 to 14 digits with a right check digit). It links your variant to the same article of other shops; without one the variant is kept, but not shared.',
    inventory: 'The stock at every location of the sheet and at `HUB_Network`, zeros included.',
  },
  StockLevel: {
    is: 'The pieces of a variant at one location.',
    location_id: 'A whole number carried as a string.',
    quantity:
      'All that is there, as an absolute figure; one below 0 counts as 0. `HUB_Network` is 0 in your first run.',
  },
  InventoryWrite: {
    is: 'The quantity that the network could ship of one variant.',
    variant_id: 'Your variant.',
    location_id: 'Your `HUB_Network` location, never another.',
    quantity: 'The new figure. It replaces the old one.',
  },
  InventoryReceipt: {
    is: 'Says what was written. All three values must be those of the request.',
    success: 'Always true.',
    variant_id: 'As asked.',
    location_id: 'As asked.',
    quantity: 'As asked.',
  },
  ShippingOrderRequest: {
    is: 'A paid order to ship for another shop. Create it as paid, tag it, collect nothing from the customer, and keep our references beside your own ids. Every repeat carries the same data.',
    external_ref: 'Our reference of the order, and the idempotency key.',
    tag: 'Keep it on the order you create: it distinguishes your order events from those of your own sales.',
    payment_status: 'Always paid.',
    currency: 'The currency of the amounts.',
    ship_to: 'Where it goes.',
    shipping_method: 'Always `standard`; the title is a label.',
    line_items: 'What to ship.',
    total_price: 'The sum of the lines. Only where your sheet asks for `totals`.',
    carrier_note: 'A note for the carrier. Only where your sheet asks for `carrier_note`.',
    seller_order_number:
      "The selling shop's own order number. Only where your sheet asks for `seller_order_number`.",
  },
  ShipTo: {
    is: "The customer's delivery address, complete.",
    name: 'Who gets it.',
    company: 'Only where given.',
    address_line1: 'Street and number.',
    address_line2: 'Only where given.',
    zip: 'Postcode.',
    city: 'City.',
    province: 'Only where given.',
    country_code: 'ISO 3166, two upper-case letters.',
    phone: 'For the carrier; null where the customer gave none.',
    email:
      "A relay address of the service, one for each shipping order, never the customer's own; null where none was given.",
    latitude: 'Only together with the longitude.',
    longitude: 'Only together with the latitude.',
  },
  ShippingOrderLine: {
    is: 'One line to ship. At least one of `variant_id` and `barcode` is not null.',
    external_ref: 'Our reference of the line. Send it back in fulfillment.shipped and return.created.',
    variant_id: 'Your variant; null where the barcode alone names it.',
    barcode: 'Its GTIN; null where there is none. It finds the variant where `variant_id` is null.',
    sku: 'Your article number; null where there is none.',
    quantity: 'Pieces to ship.',
    unit_price:
      "What you are paid for one piece, injection VAT included where it applies. Not the customer's price.",
    title: 'What the line is called. Only where your sheet asks for `line_titles`.',
  },
  ShippingOrderReceipt: {
    is: 'The order exists in your store. Answer a repeat of the reference with this same receipt.',
    success: 'Always true.',
    message: 'Text for people. It is not checked.',
    external_ref: 'The reference of the request, unchanged.',
    order_id:
      'Your stable id of the new order, never used for another one. Your later events name the order by it.',
    status: 'Always created.',
  },
  TrackingRequest: {
    is: 'One package of an order of yours that another shop has sent. Notify your customer once.',
    external_ref: 'Our reference of the package, and the idempotency key.',
    carrier: 'Who carries it.',
    tracking_number: 'The number of the parcel.',
    tracking_url: 'Where the customer can follow it; left out where there is none.',
    shipped_at: 'When it left.',
    line_items: 'What is in it.',
  },
  TrackingLine: {
    is: 'A line of your order, and how much of it is in the package.',
    line_item_id: 'Your line id from order.created.',
    quantity: 'Pieces in this package.',
  },
  TrackingReceipt: {
    is: 'The tracking is on the order.',
    success: 'Always true.',
    external_ref: 'The reference of the request, unchanged.',
    order_id: 'The order of the path.',
  },
  CancelRequest: {
    is: 'Stops a whole shipping order of which nothing has left.',
    external_ref: 'Our reference of the cancellation, not of the order; the idempotency key.',
    order_id: 'Your id of the shipping order, from your receipt of POST /orders.',
    reason: 'The reason, as text. Only if one was given.',
  },
  CancelReceipt: {
    is: 'The order will not ship. Put the goods back into stock.',
    success: 'Always true.',
    external_ref: 'The reference of the request, unchanged.',
    order_id: 'The order of the request.',
    status: 'Always stopped.',
  },
  ReturnRequest: {
    is: 'Goods of an order of yours came back to the shop that sent them. Create the return and refund by your own rules.',
    external_ref: 'Our reference of the return, and the idempotency key.',
    order_id: 'Your order id from order.created.',
    lines: 'What came back.',
  },
  ReturnRequestLine: {
    is: 'A whole line that came back.',
    order_line_id: 'Your `line_item_id` from order.created.',
    quantity: 'All pieces of the line.',
    reason: 'Why, where known.',
  },
  ReturnReceipt: {
    is: 'The return exists in your store.',
    external_ref: 'The reference of the request, unchanged.',
    return_id: 'Your stable id of the return; the same one on every repeat.',
  },
};
