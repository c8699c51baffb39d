const facts = require('./facts');
const { Medusa } = require('./medusa');

/** Where each change of an order is found, by its time, with the order's id; and the event that reports it. */
const CHANGES = {
  'order.placed': { entity: 'order', time: 'created_at', order: 'id' },
  'payment.captured': { entity: 'payment', time: 'captured_at', order: 'payment_collection.order.id' },
  'shipment.created': { entity: 'fulfillment', time: 'shipped_at', order: 'order.id' },
  'order.canceled': { entity: 'order', time: 'canceled_at', order: 'id' },
  'order.return_received': { entity: 'return', time: 'received_at', order: 'order_id' },
};
exports.ORDER_EVENTS = Object.keys(CHANGES);

/** What the shop has: which orders an event, or a time, is about, and what there is to report of each. */
exports.History = class History extends Medusa {
  /** `data` of an event has nothing but ids. */
  ordersOf = (event, { id, return_id }) => this.changed(CHANGES[event], { id: return_id ?? id });

  async ordersSince(since) {
    const orders = [];
    for (const change of Object.values(CHANGES))
      orders.push(...(await this.changed(change, { [change.time]: { $gte: since } })));
    return orders;
  }

  async changed({ entity, order }, filters) {
    const ids = [];
    for await (const row of this.all(entity, ['id', order], filters)) ids.push(facts.valueAt(row, order));
    return ids.filter(Boolean);
  }

  /** An order is reported as sold once all of it is paid. A return that the service registered here is not reported. */
  async orderNow(orderId) {
    const order = await this.order(orderId);
    if (!order) return null;
    const lineIds = order.items.map(({ id }) => id);
    if (facts.isPaid(order)) await this.locateOnce(orderId, lineIds);
    const returns = await this.page('return', facts.RETURN, { filters: { order_id: orderId } });
    return {
      orderId,
      sale: facts.isPaid(order) ? facts.toSellerOrder(order, await this.reservationsOf(lineIds)) : null,
      cancellation: order.canceled_at ? { cancelledAt: new Date(order.canceled_at) } : null,
      packages: order.fulfillments.filter(({ shipped_at }) => shipped_at).map(facts.toPackage),
      returns: returns.filter((row) => row.received_at && !facts.referenceOf(row)).map(facts.toReturned),
    };
  }

  /** A level, at any location; a reservation changes it too. */
  async placesOf(id) {
    const level = await this.one('inventory_level', ['location_id', 'inventory_item.variants.id'], { id });
    const variants = level?.inventory_item.variants ?? [];
    return variants.map((variant) => ({ variantId: variant.id, locationId: level.location_id }));
  }

  stockOf = async (id) => facts.stockOf(await this.one('variant', facts.VARIANT, { id }));

  /** Medusa reserves at any location that has enough. Once, before it is reported: what the shop itself has ships from its own location. */
  async locateOnce(id, lineIds) {
    await this.storage.transaction(async (tx) => {
      if (!(await this.storage.insertRecord({ kind: 'medusa_located', id, value: 'true' }, tx))) return;
      for (const line of await this.reservationsOf(lineIds))
        if (line.location_id === this.settings.networkLocationId)
          await this.locking.execute([line.inventory_item_id], async () => {
            const location_id = (await this.ownPlaceOf(line)) ?? line.location_id;
            const marked = { id: line.id, location_id, metadata: facts.REPORTED, allow_backorder: true };
            await this.inventory.updateReservationItems([marked]);
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
