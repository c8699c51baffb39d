const facts = require('./facts');
const { Medusa } = require('./medusa');

/** Where each kind of fact is found, by the time it bears, and the event that tells of it. */
const FOUND = {
  'order.placed': { entity: 'order', time: 'created_at', read: 'paid' },
  'payment.captured': { entity: 'payment', time: 'captured_at', read: 'captured' },
  'shipment.created': { entity: 'fulfillment', time: 'shipped_at', read: 'shipped' },
  'order.canceled': { entity: 'order', time: 'canceled_at', read: 'cancelled' },
  'order.return_received': { entity: 'return', time: 'received_at', read: 'returned' },
};
exports.ORDER_EVENTS = Object.keys(FOUND);

/** What happened in the shop: by the id that an event carries, or all of it since a time, for events that never came. */
exports.History = class History extends Medusa {
  /** `data` of an event has nothing but ids. */
  happened = (event, data) => this[FOUND[event].read](data.return_id ?? data.id);

  async *ordersSince(since) {
    for (const { entity, time, read } of Object.values(FOUND))
      for await (const { id } of this.all(entity, ['id'], { [time]: { $gte: since } })) yield* this[read](id);
  }

  /** An order, once all of it is paid; one with nothing to pay has no payment. */
  async *paid(orderId) {
    const order = await this.order(orderId);
    if (!order || !facts.isPaid(order)) return;
    const lineIds = order.items.map(({ id }) => id);
    await this.locateOnce(orderId, lineIds);
    yield { kind: 'paid', order: facts.toSellerOrder(order, await this.reservationsOf(lineIds)) };
  }

  async *captured(id) {
    const payment = await this.one('payment', ['payment_collection.order.id'], { id });
    if (payment?.payment_collection.order) yield* this.paid(payment.payment_collection.order.id);
  }

  async *shipped(id) {
    const row = await this.one('fulfillment', facts.FULFILLMENT, { id });
    if (row?.order) yield { kind: 'shipped', package: facts.toPackage(row) };
  }

  async *cancelled(id) {
    const { canceled_at } = await this.order(id);
    yield { kind: 'cancelled', cancellation: { orderId: id, cancelledAt: new Date(canceled_at) } };
  }

  /** A return that the service registered here is nothing to tell it. */
  async *returned(id) {
    const row = await this.one('return', facts.RETURN, { id });
    if (row.received_at && !facts.referenceOf(row)) yield { kind: 'returned', goods: facts.toReturned(row) };
  }

  /** A level, at any location; a reservation changes it too. */
  async *levelChanged(id) {
    const level = await this.one('inventory_level', ['*', 'inventory_item.variants.id'], { id });
    for (const variant of level.inventory_item.variants)
      yield { variantId: variant.id, ...facts.toLevel(level), asOf: new Date(level.updated_at) };
  }

  async *stockNow({ variantIds }) {
    const filters = { ...facts.PUBLISHED, ...(variantIds && { variants: { id: variantIds } }) };
    for await (const row of this.all('product', facts.PRODUCT, filters))
      for (const { variantId, inventory } of facts.toProduct(row).variants)
        for (const locationId of [...this.settings.locationIds, this.settings.networkLocationId]) {
          const level = inventory.find((one) => one.locationId === locationId);
          yield { variantId, locationId, quantity: level?.quantity ?? 0 };
        }
  }

  /** Medusa reserves at any location that has enough. Once, before it is told: what the shop has itself leaves from there. */
  async locateOnce(id, lineIds) {
    await this.storage.transaction(async (tx) => {
      if (!(await this.storage.insertRecord({ kind: 'medusa_located', id, value: 'true' }, tx))) return;
      for (const line of await this.reservationsOf(lineIds))
        if (line.location_id === this.settings.networkLocationId)
          await this.locking.execute([line.inventory_item_id], async () => {
            const location_id = (await this.ownPlaceOf(line)) ?? line.location_id;
            const told = { id: line.id, location_id, metadata: facts.TOLD, allow_backorder: true };
            await this.inventory.updateReservationItems([told]);
          });
    });
  }

  /** An own location that has all of it; none, where the shop has to piece it together. */
  async ownPlaceOf({ inventory_item_id, quantity }) {
    const places = { inventory_item_id, location_id: this.settings.locationIds };
    const levels = await this.inventory.listInventoryLevels(places, { take: null });
    return levels.find((level) => facts.toLevel(level).quantity >= quantity)?.location_id;
  }
};
