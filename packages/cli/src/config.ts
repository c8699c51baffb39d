import {
  brokerVariables,
  configReader,
  databaseVariables,
  keyVariables,
  readConfig,
  sharedConfig,
} from '@hub/runtime';
import { z } from 'zod';
import { environment } from './environment';

const schema = z.object({
  ...databaseVariables,
  ...keyVariables,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  INGRESS_PORT: sharedConfig.INGRESS_PORT,
  SUPPORT_PORT: sharedConfig.SUPPORT_PORT,
  DOOR_URL: sharedConfig.DOOR_URL,
  DOOR_PORT: sharedConfig.DOOR_PORT,
  ALERT_SMTP_URL: sharedConfig.ALERT_SMTP_URL,
  ALERT_EMAIL_FROM: sharedConfig.ALERT_EMAIL_FROM,
});
export type HubConfig = z.output<typeof schema>;

const everyVariable = schema.extend({
  ...brokerVariables,
  BROKER_ADMIN_URL: sharedConfig.BROKER_ADMIN_URL,
  SUPPORT_URL: sharedConfig.SUPPORT_URL,
  RELAY_EMAIL_DOMAIN: sharedConfig.RELAY_EMAIL_DOMAIN,
  SYNC_INTERVAL_MS: sharedConfig.SYNC_INTERVAL_MS,
  PLACING_PASSES_MS: sharedConfig.PLACING_PASSES_MS,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
});

/** What the hub command itself needs (D28); a service started by it reads its own. */
export const readHubConfig = (): HubConfig => readConfig(schema, environment());

const databaseSchema = z.object(databaseVariables);

/** What `hub database` needs: no key, because it opens no secret. */
export const readDatabaseConfig = (): z.output<typeof databaseSchema> =>
  readConfig(databaseSchema, environment());

export type UpConfig = z.output<typeof everyVariable>;

/** The same for `hub up`, which reports every faulty variable of D28 at once, before a service is started. */
export const readUpConfig = configReader(everyVariable);

const optionalBroker = z.object({ ...brokerVariables, AMQP_URL: sharedConfig.AMQP_URL.optional() });

/** What queries to workers need; null where no broker is configured. */
export function readForecastConfig(): z.output<z.ZodObject<typeof brokerVariables>> | null {
  const { AMQP_URL, ...others } = readConfig(optionalBroker, environment());
  return AMQP_URL === undefined ? null : { AMQP_URL, ...others };
}

/** What `hub rehearse` needs besides: the events of the run come over RabbitMQ. */
export const readRehearseConfig = () => readConfig(z.object(brokerVariables), environment());

const brokerSchema = z.object({
  ...brokerVariables,
  BROKER_ADMIN_URL: sharedConfig.BROKER_ADMIN_URL.unwrap(),
});

/** What `hub broker` needs. */
export function readBrokerConfig(): { config: z.output<typeof brokerSchema>; adminUrl: string } {
  const config = readConfig(brokerSchema, environment());
  return { config, adminUrl: config.BROKER_ADMIN_URL };
}
