const { ORDER_EVENTS } = require('../hub/history');
const { kit, openStore } = require('../hub/kit');

/** Events carry ids alone: what happened is read back. One that gets lost is found by the sweep. */
exports.default = async ({ event: { name, data } }) => {
  const store = await openStore();
  if (!ORDER_EVENTS.includes(name)) return kit.events.stockChangedAt(await store.placesOf(data.id));
  for (const id of await store.ordersOf(name, data)) await kit.events.orderChanged(id);
};

const LEVELS = ['inventory.inventory-level.created', 'inventory.inventory-level.updated'];
exports.config = { event: [...ORDER_EVENTS, ...LEVELS] };
