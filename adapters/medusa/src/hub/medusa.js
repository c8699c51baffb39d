const { everyRow } = require('@hub/store-kit');
const { Modules } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');
const { ORDER } = require('./facts');

/** Medusa's modules, workflows, and records in the order of their ids. */
exports.Medusa = class Medusa {
  constructor({ container, settings, storage }) {
    Object.assign(this, { container, settings, storage });
    this.orders = container.resolve(Modules.ORDER);
    this.payments = container.resolve(Modules.PAYMENT);
    this.inventory = container.resolve(Modules.INVENTORY);
    this.locking = container.resolve(Modules.LOCKING);
  }

  run = async (workflow, input) => (await flows[workflow](this.container).run({ input })).result;
  one = async (entity, fields, filters) => (await this.page(entity, fields, { filters, take: 1 }))[0] ?? null;
  order = (id) => this.one('order', ORDER, { id });
  reservationsOf = (lines) => this.inventory.listReservationItems({ line_item_id: lines }, { take: null });

  async page(entity, fields, { filters: given, after = null, take = 200 }) {
    const filters = after === null ? given : { $and: [given, { id: { $gt: after } }] };
    const pagination = { take, order: { id: 'ASC' } };
    return (await this.container.resolve('query').graph({ entity, fields, filters, pagination })).data;
  }

  all = (entity, fields, filters) =>
    everyRow((after, take) => this.page(entity, fields, { filters, after, take }));
};
