const { createHash } = require('node:crypto');
const { refuse } = require('@hub/store-kit');
const facts = require('./facts');
const { History } = require('./history');

/** Every write is taken up where it ended: ids are made of the service's references, or records carry them. */
const short = (reference) => createHash('sha256').update(reference).digest('hex').slice(0, 32);
const idsOf = ({ externalRef, lines }) => ({
  orderId: `order_${short(externalRef)}`,
  lineIds: lines.map((line) => `ordli_${short(line.externalRef)}`),
});

/** The six calls. Medusa's modules commit on their own, so no transaction of the kit's is shared. */
exports.MedusaStore = class MedusaStore extends History {
  sharesTransaction = false;
  capabilities = ['products', 'inventory', 'orders', 'cancellation', 'returns'];
  locations = async () => this.settings.locations;

  /** Asked before a write of unknown end is done again. Each of them goes on where it ended, and gives the same ids. */
  findShippingOrder = async () => null;
  hasTracking = async () => false;
  findReturn = async () => null;

  async products({ limit, cursor: after }) {
    if (after !== null && !/^\w{1,64}$/.test(after))
      throw refuse.invalidRequest('cursor', 'none of this shop');
    const published = { fields: facts.PRODUCT, filters: { status: 'published' } };
    const rows = await this.page('product', { ...published, after, take: limit + 1 });
    const shown = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? shown.at(-1).id : null;
    return { products: shown.map(facts.toProduct).filter(Boolean), nextCursor };
  }

  /** What is saleable becomes the figure: what open orders have reserved there comes on top. */
  async setNetworkQuantity({ variantId, quantity }) {
    const variant = await this.variantOf({ variantId }, 'variant_id');
    const { inventory_item_id } = facts.stockItemOf(variant);
    const place = { inventory_item_id, location_id: this.settings.networkLocation };
    await this.locking.execute([inventory_item_id], async () => {
      const [level] = await this.inventory.listInventoryLevels(place);
      const stocked_quantity = quantity + Number(level?.reserved_quantity ?? 0);
      const write = level ? 'updateInventoryLevels' : 'createInventoryLevels';
      await this.inventory[write]([{ ...place, stocked_quantity }]);
    });
  }

  /** Paid is the last thing it becomes: then it is whole. */
  async createShippingOrder(order) {
    const ids = idsOf(order);
    const known = await this.one('order', facts.ORDER, { id: ids.orderId });
    if (known?.summary.pending_difference <= 0) return ids;
    const variants = [];
    for (const [index, line] of order.lines.entries())
      variants.push(await this.variantOf(line, known ? null : `line_items[${index}].variant_id`));
    if (!known)
      await this.orders.createOrders([facts.toOrder(order, { ids, variants, settings: this.settings })]);
    const reserved = (await this.reservationsOf(ids.lineIds)).map((one) => one.line_item_id);
    for (const [index, line_item_id] of ids.lineIds.entries())
      if (!reserved.includes(line_item_id))
        await this.reserve({ line_item_id, quantity: order.lines[index].quantity }, variants[index]);
    await this.markPaid(ids.orderId);
    return ids;
  }

  async variantOf({ variantId, barcode }, field) {
    const filters = variantId === null ? { barcode } : { id: variantId };
    const variant = await this.one('variant', [...facts.VARIANT, 'product.id', 'product.title'], filters);
    if (variant && facts.stockItemOf(variant)) return variant;
    throw field ? refuse.unknownVariant(field) : refuse.temporaryFailure();
  }

  /** The whole line at one place of the shop's own, never at the network's; also where there is too little. */
  async reserve(line, variant) {
    const { inventory_item_id, location_id } = facts.shippingLevel(variant, this.settings.locations);
    const reservation = { ...line, inventory_item_id, location_id, allow_backorder: true };
    await this.locking.execute([inventory_item_id], () =>
      this.inventory.createReservationItems([reservation]),
    );
  }

  async markPaid(order_id) {
    const { summary, payment_collections } = await this.one('order', facts.ORDER, { id: order_id });
    const amount = summary.pending_difference;
    if (amount <= 0) return;
    const [known] = payment_collections;
    const [{ id }] = known
      ? [known]
      : await this.run('createOrderPaymentCollectionWorkflow', { order_id, amount });
    await this.run('markPaymentCollectionAsPaid', { order_id, payment_collection_id: id });
  }

  async addTracking({ orderId, externalRef, carrier, trackingNumber, trackingUrl, lines }) {
    const order = await this.soldOrder(orderId, lines, 'line_items[0].line_item_id');
    const labels = [{ tracking_number: trackingNumber, tracking_url: trackingUrl ?? '', label_url: '' }];
    await this.fulfil(order, { lines, labels, metadata: facts.withReference(externalRef, { carrier }) });
  }

  /** Out of the network's location, where it is reserved: what is saleable there stays as it is. */
  async fulfil({ id: order_id, fulfillments }, { lines, metadata, ...shipment }) {
    const items = lines.map(({ lineId, quantity }) => ({ id: lineId, quantity }));
    const packed = {
      order_id,
      items,
      metadata,
      location_id: this.settings.networkLocation,
      no_notification: true,
    };
    // Where nothing is saleable Medusa refuses a part of a reserved line, unless its reservation may be short.
    const held = await this.reservationsOf(lines.map(({ lineId }) => lineId));
    await this.inventory.updateReservationItems(held.map(({ id }) => ({ id, allow_backorder: true })));
    const known = fulfillments.find((one) => facts.referenceOf(one) === facts.referenceOf({ metadata }));
    const { id } = known ?? (await this.run('createOrderFulfillmentWorkflow', packed));
    if (!known?.shipped_at)
      await this.run('createOrderShipmentWorkflow', { order_id, fulfillment_id: id, items, ...shipment });
  }

  async stopShippingOrder({ orderId: order_id }) {
    const order = await this.one('order', facts.ORDER, { id: order_id });
    if (!order || !facts.referenceOf(order)) throw refuse.unknownOrder('order_id');
    const packed = order.fulfillments.filter(({ canceled_at }) => !canceled_at);
    if (packed.some(({ shipped_at }) => shipped_at)) return 'already_shipped';
    for (const { id } of packed)
      await this.run('cancelOrderFulfillmentWorkflow', { order_id, fulfillment_id: id });
    if (order.status !== 'canceled') await this.run('cancelOrderWorkflow', { order_id });
    return 'stopped';
  }

  /** Received, as the goods are back where they came from; no stock here changes, and the refund is for the staff. */
  async registerReturn({ orderId, externalRef, lines }) {
    const order = await this.soldOrder(orderId, lines, 'lines[0].order_line_id');
    const metadata = facts.withReference(externalRef);
    const unshipped = facts.unshippedOf(order, lines);
    if (unshipped.length > 0) await this.fulfil(order, { lines: unshipped, metadata, no_notification: true });
    const items = lines.map(({ lineId, quantity }) => ({ id: lineId, quantity }));
    const noted = items.map((item, index) => ({ ...item, metadata, note: lines[index].reason }));
    const known = await this.returnOf(orderId, externalRef);
    const { id } = known ?? (await this.orders.createReturn({ order_id: orderId, items: noted }));
    if (!known?.received_at) await this.orders.receiveReturn({ return_id: id, items });
    return id;
  }

  async returnOf(orderId, externalRef) {
    for await (const one of this.all('return', facts.RETURN, { order_id: orderId }))
      if (facts.referenceOf(one) === externalRef) return one;
    return null;
  }

  async soldOrder(id, lines, field) {
    const order = await this.one('order', facts.ORDER, { id });
    if (!order || facts.referenceOf(order)) throw refuse.unknownOrder('order_id');
    const isKnown = ({ lineId }) => order.items.some((item) => item.id === lineId);
    if (!lines.every(isKnown)) throw refuse.unknownLine(field);
    return order;
  }
};
