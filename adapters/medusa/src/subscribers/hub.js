const { ORDER_EVENTS } = require('../hub/history');
const { openKit } = require('../hub/kit');

/** Events carry ids alone: what happened is read back. One that gets lost is found by the sweep. */
exports.default = async ({ event: { name, data } }) => {
  const { kit, store } = openKit();
  if (ORDER_EVENTS.includes(name))
    for await (const fact of store.happened(name, data)) await kit.events.orderFact(fact);
  else for await (const change of store.levelChanged(data.id)) await kit.events.stockChanged(change);
};

const LEVELS = ['inventory.inventory-level.created', 'inventory.inventory-level.updated'];
exports.config = { event: [...ORDER_EVENTS, ...LEVELS] };
