const { idsByReference, keyedPage, refuse } = require('@hub/store-kit');
const facts = require('./facts');
const { History } = require('./history');

/** Every write continues where it ended: ids are made of the service's references, or records carry them. */
const idsOf = (order) => idsByReference(order, { order: 'order_', line: 'ordli_' });

/** The six calls. Medusa's modules commit on their own; whether a parcel or a return is there already each call sees for itself. */
exports.MedusaStore = class MedusaStore extends History {
  sharesTransaction = false;
  locations = async () => this.settings.locationIds;

  products = (page) =>
    keyedPage(page, /^\w{1,64}$/, async (after, take) => {
      const asked = { filters: facts.PUBLISHED, after, take };
      return (await this.page('product', facts.PRODUCT, asked)).map(facts.toProduct);
    });

  async findVariant({ variantId, barcode }) {
    const filters = variantId === null ? { barcode } : { id: variantId };
    const variant = await this.one('variant', facts.VARIANT, filters);
    return variant && facts.stockItemOf(variant) ? variant : null;
  }

  /** What is reserved comes on top of the figure, but for orders the service does not know yet: these take from it. */
  async setNetworkQuantity({ variant, quantity }) {
    const { inventory_item_id } = facts.stockItemOf(variant);
    const place = { inventory_item_id, location_id: this.settings.networkLocationId };
    await this.locking.execute([inventory_item_id], async () => {
      const [level] = await this.inventory.listInventoryLevels(place);
      const reserved = await this.inventory.listReservationItems(place, { take: null });
      const known = Number(level?.reserved_quantity ?? 0) - facts.unreportedOf(reserved);
      const write = level ? 'updateInventoryLevels' : 'createInventoryLevels';
      await this.inventory[write]([{ ...place, stocked_quantity: quantity + known }]);
    });
  }

  async createShippingOrder(order) {
    const ids = idsOf(order);
    await this.orders.createOrders([facts.toOrder(order, { ids, settings: this.settings })]);
    return this.goOn(ids, order.lines, []);
  }

  /** One that was begun is continued, each missing step; it is no longer refused, even if a variant was deleted since. */
  async findShippingOrder(order) {
    const ids = idsOf(order);
    // The reservations first: one that is gone by then has gone with a package, which the order shows.
    const reservations = await this.reservationsOf(ids.lineIds);
    const known = await this.order(ids.orderId);
    if (!known || facts.isWhole(known, reservations)) return known && ids;
    if (order.lines.some(({ variant }) => !variant)) throw refuse.temporaryFailure();
    return this.goOn(ids, order.lines, facts.takenOf(known, reservations));
  }

  /** Reserved, then paid: each line that is not yet taken. */
  async goOn(ids, lines, taken) {
    for (const [index, { quantity, variant }] of lines.entries())
      if (!taken.includes(ids.lineIds[index]))
        await this.reserve(ids.lineIds[index], quantity, facts.stockItemOf(variant));
    await this.markPaid(ids.orderId);
    return ids;
  }

  /** The whole line at one of the shop's own locations, never at the network's; also where there is too little. */
  async reserve(line_item_id, quantity, { inventory_item_id }) {
    await this.locking.execute([inventory_item_id], async () => {
      const own = await this.ownPlaceOf({ inventory_item_id, quantity });
      const place = { inventory_item_id, location_id: own ?? this.settings.locationIds[0] };
      const reservation = { ...place, line_item_id, quantity, allow_backorder: true };
      await this.inventory.createReservationItems([reservation]);
    });
  }

  /** One at a time: a worker that took over a hung call would capture beside the first. */
  markPaid = (id) => this.locking.execute([`hub-paid-${id}`], () => this.payOnce(id));

  /** A payment that a crash left half made is continued: Medusa marks as paid only what was never begun. */
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
    // A capture that its provider never received would be one too many.
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
    // Where nothing is saleable Medusa refuses part of a reserved line, unless its reservation may be short.
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
    for (const { id: fulfillment_id, canceled_at } of (await this.order(order_id)).fulfillments)
      if (!canceled_at) await this.run('cancelOrderFulfillmentWorkflow', { order_id, fulfillment_id });
    await this.run('cancelOrderWorkflow', { order_id });
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
