const { container } = require('@medusajs/framework');
const { createStoreKit, postgresStorage } = require('@hub/store-kit');
const { Pool } = require('pg');
const { MedusaStore } = require('./medusa-store');

const list = (text) => text.split(',').map((one) => one.trim());

/** The shop's side of the sheet, from the environment: see the README. */
const settingsOf = (env) => ({
  networkLocation: env.HUB_NETWORK_LOCATION,
  locations: list(env.HUB_LOCATIONS),
  shippingOptionId: env.HUB_SHIPPING_OPTION,
  regionId: env.HUB_REGION,
  channelId: env.HUB_SALES_CHANNEL,
});

function open(env) {
  const logger = container.resolve('logger');
  const settings = settingsOf(env);
  const storage = postgresStorage(new Pool({ connectionString: env.DATABASE_URL }));
  const store = new MedusaStore({ container, settings, storage });
  const kit = createStoreKit({
    adapter: store,
    storage,
    credentials: () => ({
      bearerTokens: list(env.HUB_BEARER_TOKENS),
      signingSecrets: list(env.HUB_SIGNING_SECRETS),
    }),
    eventsUrl: env.HUB_EVENTS_URL,
    networkLocationId: settings.networkLocation,
    currency: env.HUB_CURRENCY,
    ...JSON.parse(env.HUB_KIT ?? '{}'),
    hooks: {
      onParked: ({ event, eventId, code }) => logger.error(`hub: ${event} ${eventId} is parked: ${code}`),
      onError: (error, doing) => logger.error(`hub: ${doing}: ${error?.message}`),
    },
  });
  const start = async () => {
    await storage.createTables();
    for (const id of [settings.networkLocation, ...settings.locations])
      logger.info(`hub: ${id} is location ${await kit.locationNumber(id)} of the sheet`);
    kit.start();
  };
  return { kit, store, start };
}

let opened = null;

/** The one kit of this process. */
exports.openKit = () => (opened ??= open(process.env));
