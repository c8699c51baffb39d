const { createHash } = require('node:crypto');
const { keyedPage, refuse, StoreRefusal, withVariants } = require('@hub/store-kit');
const facts = require('./facts');
const { History } = require('./history');

/** Every write is taken up where it ended: ids are made of the service's references, or records carry them. */
const short = (reference) => createHash('sha256').update(reference).digest('hex').slice(0, 32);
const idsOf = ({ externalRef, lines }) => ({
  orderId: `order_${short(externalRef)}`,
  lineIds: lines.map((line) => `ordli_${short(line.externalRef)}`),
});

/** The six calls. Medusa's modules commit on their own, so no transaction of the kit's is shared; it need not be asked what it has. */
exports.MedusaStore = class MedusaStore extends History {
  sharesTransaction = false;
  locations = async () => this.settings.locationIds;

  products = (page) =>
    keyedPage(page, {
      key: /^\w{1,64}$/,
      read: (after, take) => this.page('product', facts.PRODUCT, { filters: facts.PUBLISHED, after, take }),
      keyOf: ({ id }) => id,
      toProduct: facts.toProduct,
    });

  /** What is reserved comes on top of the figure, but for orders the service does not know yet: these take from it. */
  async setNetworkQuantity({ variantId, quantity }) {
    const variant = await this.variantOf({ variantId });
    if (!variant) throw refuse.unknownVariant();
    const { inventory_item_id } = facts.stockItemOf(variant);
    const place = { inventory_item_id, location_id: this.settings.networkLocationId };
    await this.locking.execute([inventory_item_id], async () => {
      const [level] = await this.inventory.listInventoryLevels(place);
      const reserved = await this.inventory.listReservationItems(place, { take: null });
      const known = Number(level?.reserved_quantity ?? 0) - facts.untoldOf(reserved);
      const write = level ? 'updateInventoryLevels' : 'createInventoryLevels';
      await this.inventory[write]([{ ...place, stocked_quantity: quantity + known }]);
    });
  }

  /** Reserved, then paid: each step where it is missing. */
  async createShippingOrder(order) {
    const { settings } = this;
    const ids = idsOf(order);
    // The reservations first: one that is gone by then has gone with a package, which the order tells.
    const reservations = await this.reservationsOf(ids.lineIds);
    const known = await this.order(ids.orderId);
    if (known && facts.isWhole(known, reservations)) return ids;
    const lines = await withVariants(order.lines, this.variantOf).catch((refused) => {
      // What is begun is not refused any more, though a variant was deleted since.
      throw known && refused instanceof StoreRefusal ? refuse.temporaryFailure() : refused;
    });
    if (!known) await this.orders.createOrders([facts.toOrder(order, { ids, lines, settings })]);
    const taken = known ? facts.takenOf(known, reservations) : [];
    for (const [index, { quantity, variant }] of lines.entries())
      if (!taken.includes(ids.lineIds[index]))
        await this.reserve(ids.lineIds[index], quantity, facts.stockItemOf(variant));
    await this.markPaid(ids.orderId);
    return ids;
  }

  variantOf = async ({ variantId, barcode }) => {
    const filters = variantId === null ? { barcode } : { id: variantId };
    const variant = await this.one('variant', facts.VARIANT, filters);
    return variant && facts.stockItemOf(variant) ? variant : null;
  };

  /** The whole line at one place of the shop's own, never at the network's; also where there is too little. */
  async reserve(line_item_id, quantity, { inventory_item_id }) {
    await this.locking.execute([inventory_item_id], async () => {
      const own = await this.ownPlaceOf({ inventory_item_id, quantity });
      const place = { inventory_item_id, location_id: own ?? this.settings.locationIds[0] };
      const reservation = { ...place, line_item_id, quantity, allow_backorder: true };
      await this.inventory.createReservationItems([reservation]);
    });
  }

  /** In turn: whoever took over a call that hung would capture beside the first. */
  markPaid = (id) => this.locking.execute([`hub-paid-${id}`], () => this.payOnce(id));

  /** A payment that a death left half made is gone on with: Medusa marks as paid only what was never begun to be. */
  async payOnce(order_id) {
    const { summary, payment_collections } = await this.order(order_id);
    const asked = { order_id, amount: summary.pending_difference };
    if (asked.amount <= 0) return;
    const [known] = payment_collections;
    const [{ id, payments = [] }] = known
      ? [known]
      : await this.run('createOrderPaymentCollectionWorkflow', asked);
    const [payment] = payments;
    if (!payment) return this.run('markPaymentCollectionAsPaid', { order_id, payment_collection_id: id });
    // A capture that its provider never heard of would be one too many.
    if (!payment.captured_at)
      await this.payments.deleteCaptures(payment.captures.map((capture) => capture.id));
    await this.run('capturePaymentWorkflow', { payment_id: payment.id });
  }

  async addTracking({ orderId, externalRef, carrier, trackingNumber, trackingUrl, lines }) {
    const labels = [{ tracking_number: trackingNumber, tracking_url: trackingUrl ?? '', label_url: '' }];
    const metadata = facts.withReference(externalRef, { carrier });
    await this.fulfil(await this.order(orderId), { lines, labels, metadata });
  }

  /** Out of the network's location, where it is reserved: what is saleable there stays as it is. */
  async fulfil({ id: order_id, fulfillments }, { lines, metadata, ...shipment }) {
    const items = facts.itemsOf(lines);
    // Where nothing is saleable Medusa refuses a part of a reserved line, unless its reservation may be short.
    const held = await this.reservationsOf(items.map(({ id }) => id));
    await this.inventory.updateReservationItems(held.map(({ id }) => ({ id, allow_backorder: true })));
    const location_id = this.settings.networkLocationId;
    const packed = { order_id, items, metadata, location_id, no_notification: true };
    const known = fulfillments.find((one) => facts.referenceOf(one) === facts.referenceOf(packed));
    const { id: fulfillment_id } = known ?? (await this.run('createOrderFulfillmentWorkflow', packed));
    if (!known?.shipped_at)
      await this.run('createOrderShipmentWorkflow', { order_id, fulfillment_id, items, ...shipment });
  }

  async stopShippingOrder({ orderId: order_id }) {
    const { status, fulfillments } = await this.order(order_id);
    const packed = fulfillments.filter(({ canceled_at }) => !canceled_at);
    if (packed.some(({ shipped_at }) => shipped_at)) return 'already_shipped';
    for (const { id: fulfillment_id } of packed)
      await this.run('cancelOrderFulfillmentWorkflow', { order_id, fulfillment_id });
    if (status !== 'canceled') await this.run('cancelOrderWorkflow', { order_id });
    return 'stopped';
  }

  /** Received, as the goods are back where they came from; no stock here changes, and the refund is for the staff. */
  async registerReturn({ orderId: order_id, externalRef, lines }) {
    const order = await this.order(order_id);
    const metadata = facts.withReference(externalRef);
    const unshipped = facts.unshippedOf(order, lines);
    if (unshipped.length > 0) await this.fulfil(order, { lines: unshipped, metadata, no_notification: true });
    const items = facts.itemsOf(lines);
    const noted = items.map((item, index) => ({ ...item, metadata, note: lines[index].reason }));
    const returns = await this.page('return', facts.RETURN, { filters: { order_id } });
    const known = returns.find((one) => facts.referenceOf(one) === externalRef);
    const { id } = known ?? (await this.orders.createReturn({ order_id, items: noted }));
    if (!known?.received_at) await this.orders.receiveReturn({ return_id: id, items });
    return id;
  }
};
