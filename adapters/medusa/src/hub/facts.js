const { addressNames } = require('@hub/store-kit');

/** Maps Medusa's records to the kit's types, and back. It uses no service and no clock. */

/** Where the service's reference stands: in the metadata of an order, a line, a fulfilment, an item of a return. */
const REFERENCE = 'hub_external_ref';

/** What `query.graph` has to be asked for. */
const LEVELS = 'inventory_items.inventory.location_levels.*';
const TRADED = ['*', 'options.value', 'options.option.title', 'inventory_items.*', LEVELS];
exports.VARIANT = [...TRADED, 'product.id', 'product.title'];
exports.PRODUCT = ['*', 'images.url', ...TRADED.map((field) => `variants.${field}`)];
const PARTS = ['items', 'shipping_address', 'shipping_methods'];
const PACKAGES = ['', '.items', '.labels'].map((part) => `fulfillments${part}`);
const PAYMENTS = ['', '.payments', '.payments.captures'].map((part) => `payment_collections${part}`);
const ALL_OF = [...PARTS, ...PACKAGES, ...PAYMENTS].map((part) => `${part}.*`);
exports.ORDER = ['*', 'summary.*', 'total', 'shipping_total', ...ALL_OF];
exports.PUBLISHED = { status: 'published' };
exports.RETURN = ['id', 'received_at', 'items.*', 'items.reason.label'];

/** What a field of a record that it was asked for by its path says. */
exports.valueAt = (row, path) => path.split('.').reduce((part, name) => part?.[name], row);

/** The reference of the service that a record carries; a return carries it on its items. */
exports.referenceOf = ({ metadata, items }) => metadata?.[REFERENCE] ?? items?.[0]?.metadata?.[REFERENCE];
exports.itemsOf = (lines) => lines.map(({ lineId, quantity }) => ({ id: lineId, quantity }));
/** Marks the reservation of an order that was reported to the service, whose figures have it deducted already. */
exports.REPORTED = { hub_told: true };
exports.unreportedOf = (reservations) =>
  reservations.reduce((sum, { metadata, quantity }) => sum + (metadata?.hub_told ? 0 : Number(quantity)), 0);
exports.withReference = (externalRef, more = {}) => ({ ...more, [REFERENCE]: externalRef });

/** Only variants of one stock item, one piece each, are traded: Medusa has no separate quantity of any other. */
exports.stockItemOf = ({ manage_inventory, inventory_items: items = [] }) =>
  manage_inventory && items.length === 1 && items[0].required_quantity === 1 ? items[0] : null;

/** What can be sold at a location: on hand less what open orders have reserved. */
exports.toLevel = ({ location_id, stocked_quantity, reserved_quantity }) =>
  shareAt(location_id, Number(stocked_quantity) - Number(reserved_quantity));
const shareAt = (locationId, quantity) => ({ locationId, quantity: Number(quantity) });

/** What there is of a variant, wherever. */
exports.stockOf = (variant) =>
  exports.stockItemOf(variant ?? {})?.inventory.location_levels.map(exports.toLevel) ?? [];

exports.toProduct = ({ id, title, description, metadata, images, variants }) => ({
  productId: id,
  title,
  brand: metadata?.brand,
  description,
  images: images.map(({ url }) => ({ url })),
  variants: variants.filter(exports.stockItemOf).map(toVariant),
});

const toVariant = (variant) => ({
  variantId: variant.id,
  title: variant.title,
  sku: variant.sku,
  barcode: variant.barcode ?? variant.ean ?? variant.upc,
  size: variant.options.find(({ option }) => /^size$/i.test(option.title))?.value,
  inventory: exports.stockOf(variant),
});

/** Whether all of it is captured: `order.placed` comes while a payment is only authorised. */
exports.isPaid = ({ status, is_draft_order, summary }) =>
  !is_draft_order && status !== 'canceled' && summary.pending_difference <= 0;

/** Whether a shipping order is made to its end: paid comes last, and one that costs nothing is that from its beginning. */
exports.isWhole = (order, reservations) =>
  order.summary.pending_difference <= 0 &&
  (order.total > 0 || exports.takenOf(order, reservations).length === order.items.length);

/** Ids of the lines that nothing is to be reserved for any more: it is, or they have left, or the order is cancelled. */
exports.takenOf = ({ status, items }, reservations) => {
  const reserved = reservations.map(({ line_item_id }) => line_item_id);
  const isTaken = ({ id, detail }) => detail.fulfilled_quantity > 0 || reserved.includes(id);
  return items.filter((item) => status === 'canceled' || isTaken(item)).map(({ id }) => id);
};

/** An order sold here. Amounts with VAT, whether the shop's prices include it or not. */
exports.toSellerOrder = (order, reservations) => ({
  externalRef: exports.referenceOf(order),
  orderNumber: `#${order.display_id}`,
  createdAt: new Date(order.created_at),
  currency: order.currency_code.toUpperCase(),
  shippingAddress: { ...ADDRESS.read(order.shipping_address ?? {}), email: order.email },
  lines: order.items.map((item) => ({
    lineId: item.id,
    variantId: item.variant_id,
    unitPrice: item.is_tax_inclusive ? item.unit_price : item.original_total / item.quantity,
    allocations: allocationsOf(item, order, reservations),
    barcode: item.variant_barcode,
    sku: item.variant_sku,
    title: item.title,
    discount: item.discount_total,
  })),
  shippingCost: order.shipping_total,
  totalPrice: order.total,
});

/** Where the line is reserved, and where it left from; nowhere, where Medusa reserves nothing for it. */
function allocationsOf({ id, quantity }, { fulfillments }, reservations) {
  const left = fulfillments
    .filter(({ canceled_at }) => !canceled_at)
    .flatMap(({ location_id, items }) => items.map((item) => ({ ...item, location_id })));
  const known = [...reservations, ...left].filter(({ line_item_id }) => line_item_id === id);
  const all = known.length > 0 ? known : [{ location_id: null, quantity }];
  return all.map((one) => shareAt(one.location_id, one.quantity));
}

const STREET = { addressLine1: 'address_1', addressLine2: 'address_2', zip: 'postal_code' };
const ADDRESS = addressNames({ ...STREET, name: ['first_name', 'last_name'], countryCode: 'country_code' });

/** A shipping order as Medusa's order module takes it. */
exports.toOrder = (order, { ids, settings }) => ({
  id: ids.orderId,
  email: order.shipTo.email,
  no_notification: true,
  currency_code: order.currency.toLowerCase(),
  region_id: settings.regionId,
  sales_channel_id: settings.salesChannelId,
  metadata: exports.withReference(order.externalRef, { tag: 'hub_ship' }),
  shipping_address: { ...ADDRESS.write(order.shipTo), country_code: order.shipTo.countryCode.toLowerCase() },
  shipping_methods: [{ name: 'Standard', amount: 0, shipping_option_id: settings.shippingOptionId }],
  items: order.lines.map(({ variant, ...line }, index) => ({
    id: ids.lineIds[index],
    title: line.title ?? variant.product.title,
    variant_id: variant.id,
    variant_title: variant.title,
    variant_sku: variant.sku,
    product_id: variant.product.id,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    is_tax_inclusive: true,
    metadata: exports.withReference(line.externalRef),
  })),
});

/** A fulfilment that left. Medusa keeps no carrier, and insists on no label: then its own id is used as the number. */
exports.toPackage = ({ id, labels, metadata, provider_id, shipped_at, items }) => ({
  packageId: id,
  carrier: metadata?.carrier ?? provider_id,
  trackingNumber: labels.map((label) => label.tracking_number).join(', ') || id,
  trackingUrl: labels.find((label) => /^https?:/.test(label.tracking_url))?.tracking_url,
  shippedAt: new Date(shipped_at),
  lines: items.map((item) => pieceOf(item.line_item_id, item.quantity)),
});

exports.toReturned = ({ id, items }) => ({ returnId: id, lines: items.map(toBack) });
const toBack = (one) => ({ ...pieceOf(one.item_id, one.received_quantity), reason: reasonOf(one) });
const pieceOf = (lineId, quantity) => ({ lineId, quantity: Number(quantity) });
const reasonOf = ({ reason, note }) => reason?.label ?? note;

/** What of these lines never left, as far as Medusa knows: it takes back only what did. */
exports.unshippedOf = ({ items }, lines) => {
  const left = new Map(items.map(({ id, detail }) => [id, Number(detail.shipped_quantity)]));
  const rest = lines.map(({ lineId, quantity }) => ({ lineId, quantity: quantity - left.get(lineId) }));
  return rest.filter(({ quantity }) => quantity > 0);
};
