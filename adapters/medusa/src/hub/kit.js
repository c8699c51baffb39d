const { container } = require('@medusajs/framework');
const { LateKit, postgresStorage } = require('@hub/store-kit');
const { Pool } = require('pg');
const { MedusaStore } = require('./medusa-store');

/** The one kit of this process. */
exports.kit = new LateKit();

/** The shop's side of the sheet comes from the environment: see the README. */
async function open({ DATABASE_URL, HUB_SETTINGS, HUB_CREDENTIALS }) {
  const settings = JSON.parse(HUB_SETTINGS);
  const storage = postgresStorage(new Pool({ connectionString: DATABASE_URL }));
  const store = new MedusaStore({ container, settings, storage });
  const credentials = () => JSON.parse(HUB_CREDENTIALS);
  const logger = container.resolve('logger');
  await exports.kit.open({ ...settings, adapter: store, storage, credentials, logger });
  return store;
}

let opened = null;

/** The store, once its kit is open. */
exports.openStore = () => (opened ??= open(process.env));
