import { openDatabase, openSessionPool, type Database } from '@hub/database';
import { doorPort } from '@hub/desk/door';
import { BodyCipher, keyRingOf, openKeys } from '@hub/installation';
import { ForecastRequester, startWorker, type Forecasts, type WorkerContext } from '@hub/messaging';
import {
  createLogger,
  listenToClients,
  requireFreePorts,
  stopLimitMs,
  systemClock,
  type Clock,
  type Component,
  type Logger,
  type Service,
} from '@hub/runtime';
import { createTokenTester } from '@hub/shops';
import { readSupportConfig, type SupportConfig } from './config';
import { subscriptions } from './subscriptions';
import { sendsShopMails } from './shop-mails/shop-mailer-of';
import { accessOptions } from './web/access/access-options';
import { createApp } from './app';
import { createDoorApp } from './door/door-app';
import { doorOf } from './door/door-settings';
import { ImageReader } from './door/images/image-reader';
import { Rehearsals } from './door/rehearsals';

/** The support service, to be run by its own process or beside other services in one. */
export const service: Service = (env) => {
  const config = readSupportConfig(env);
  const logger = createLogger({ service: 'support', level: config.LOG_LEVEL });
  return {
    name: 'support',
    logger,
    healthPort: config.HEALTH_PORT,
    stopWithinMs: stopLimitMs({ DRAIN_MS: config.DRAIN_MS }),
    start: (components) => startSupport({ config, logger }, components),
  };
};

async function startSupport(
  { config, logger }: { config: SupportConfig; logger: Logger },
  components: Component[],
): Promise<void> {
  // Immediately, without waiting for the rest.
  const { SUPPORT_PORT, DOOR_URL: url } = config;
  await requireFreePorts({ SUPPORT_PORT, DOOR_PORT: url === undefined ? undefined : doorPort(config) });
  const asked: { forecasts?: Forecasts; clock?: Clock } = {};
  const work = (context: WorkerContext<typeof config>) => {
    asked.forecasts = new ForecastRequester(context.broker);
    asked.clock = context.clock;
    return subscriptions(context, asked.forecasts);
  };
  await startWorker({ name: 'support', config, logger, poolShare: 0.45, subscriptions: work }, components);
  // The pages have their own connections: however busy the desk is, failed messages are stored.
  const db = openDatabase(config, { service: 'support pages', size: 8, share: 0.35 });
  components.push({ name: 'page database', stop: () => db.$disconnect() });
  const pool = openSessionPool(config, { service: 'support sessions', size: 4, share: 0.2 });
  pool.on('error', (error) => logger.warn('connection of the sessions lost', { error }));
  components.push({ name: 'sessions', stop: () => pool.end() });
  const broker = components.find(({ name }) => name === 'broker');
  const brokerThere = () => broker?.ready?.() ?? false;
  const forecasts: Forecasts = { ask: async (request) => asked.forecasts?.ask(request) ?? null };
  const { clock = systemClock } = asked;
  const mailsShops = sendsShopMails(config);
  const testToken = createTokenTester({
    db,
    logger,
    clock,
    keys: keyRingOf(config),
    timeoutMs: config.STORE_TIMEOUT_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
  });
  const docsUrl = config.DOCS_URL;
  const pages = { logger, clock, brokerThere, forecasts, mailsShops, testToken, docsUrl };
  const desk = { db, cipher: new BodyCipher(config), ...pages };
  const encryptionKeys = await sessionKeys(db, config);
  const app = createApp({ desk, access: accessOptions(config, pool, encryptionKeys), components });
  components.push(await listenToClients(app, SUPPORT_PORT, config));
  if (url === undefined) return;
  const rehearsals = new Rehearsals({ db, keys: keyRingOf(config), config, broker: config, logger });
  components.push(rehearsals);
  const images = new ImageReader({ allowInsecure: config.ALLOW_INSECURE_STORES });
  components.push(images);
  const door = doorOf({ db, logger, clock, config, url, rehearsals, images, testToken });
  const doorApp = createDoorApp({ door, pool, encryptionKeys, trustedProxies: config.TRUSTED_PROXIES });
  components.push(await listenToClients(doorApp, doorPort(config), config));
}

/** The current key's first: it signs at every copy, whichever of them already has a new list. */
async function sessionKeys(db: Database, config: SupportConfig): Promise<string[]> {
  const found = await openKeys(db, config);
  const given = keyRingOf(config).keys.map(({ hex }) => hex);
  return 'lacks' in found ? given : [found.current.hex, ...given.filter((hex) => hex !== found.current.hex)];
}
