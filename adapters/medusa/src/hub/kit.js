const { container } = require('@medusajs/framework');
const { createStoreKit, loggingHooks, postgresStorage } = require('@hub/store-kit');
const { Pool } = require('pg');
const { MedusaStore } = require('./medusa-store');

/** The shop's side of the sheet comes from the environment: see the README. */
function open({ DATABASE_URL, HUB_SETTINGS, HUB_CREDENTIALS }) {
  const logger = container.resolve('logger');
  const settings = JSON.parse(HUB_SETTINGS);
  const storage = postgresStorage(new Pool({ connectionString: DATABASE_URL }));
  const store = new MedusaStore({ container, settings, storage });
  const credentials = () => JSON.parse(HUB_CREDENTIALS);
  const hooks = loggingHooks((line) => logger.error(`hub: ${line}`));
  const kit = createStoreKit({ ...settings, adapter: store, storage, credentials, hooks });
  const start = async () => {
    await storage.createTables();
    for (const id of [settings.networkLocationId, ...settings.locationIds])
      logger.info(`hub: ${id} is location ${await kit.locationNumber(id)} of the sheet`);
    kit.start();
  };
  return { kit, store, start };
}

let opened = null;

/** The one kit of this process. */
exports.openKit = () => (opened ??= open(process.env));
