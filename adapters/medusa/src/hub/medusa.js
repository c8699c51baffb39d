const { Modules } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

const PAGE = 200;

/** Medusa's modules, workflows, and records in the order of their ids. */
exports.Medusa = class Medusa {
  constructor({ container, settings, storage }) {
    Object.assign(this, { container, settings, storage });
    this.orders = container.resolve(Modules.ORDER);
    this.inventory = container.resolve(Modules.INVENTORY);
    this.locking = container.resolve(Modules.LOCKING);
  }

  run = async (workflow, input) => (await flows[workflow](this.container).run({ input })).result;

  reservationsOf = (lineIds) =>
    this.inventory.listReservationItems({ line_item_id: lineIds }, { take: null });

  one = async (entity, fields, filters) => (await this.page(entity, { fields, filters, take: 1 }))[0] ?? null;

  async *all(entity, fields, filters) {
    for (let rows = []; ;) {
      rows = await this.page(entity, { fields, filters, after: rows.at(-1)?.id ?? null, take: PAGE });
      yield* rows;
      if (rows.length < PAGE) return;
    }
  }

  async page(entity, { fields, filters: given, after = null, take }) {
    const filters = after === null ? given : { $and: [given, { id: { $gt: after } }] };
    const pagination = { take, order: { id: 'ASC' } };
    return (await this.container.resolve('query').graph({ entity, fields, filters, pagination })).data;
  }
};
