import { z } from 'zod';
import { ENVIRONMENTS } from './environment-faults';
import { variable } from './variable-facts';

/**
 * The variables several services read (D28), to be picked from:
 * `z.object({ DATABASE_URL: sharedConfig.DATABASE_URL, LOG_LEVEL: sharedConfig.LOG_LEVEL })`.
 */
export const sharedConfig = {
  /** Unset it is development, if that is possible (`environmentFaults`). */
  HUB_ENVIRONMENT: variable(
    'The purpose of the deployment. It is stored at the first start; a later start with another value is refused.',
    z.enum(ENVIRONMENTS).describe('development, test or production').optional(),
  ),
  DATABASE_POOL_SIZE: variable(
    'Maximum connections of one process. If it is not set: 2, 10 or 22, by service. `hub up` needs the sum of all pools.',
    wholeNumber(1_000).pipe(z.number().min(1)).describe('connections of one process, 1 to 1000').optional(),
  ),
  DATABASE_PREPARED: variable(
    'Set it to `off` behind a pooler such as PgBouncer, which loses the time limits or prepared statements of a session. If it is not set: `named`.',
    z.enum(['named', 'off']).describe('named or off').optional(),
  ),
  DATABASE_CA_FILE: variable(
    'The authority that signs the certificate of the database, if it is not a public one.',
    z.string().describe('the path of a PEM file').optional(),
  ),
  DATABASE_URL: variable(
    'Where PostgreSQL is. TLS with `?sslmode=verify-full`.',
    z.url({ protocol: /^postgres(ql)?$/ }).describe('postgres:// URL'),
  ),
  AMQP_URL: variable(
    'Where RabbitMQ is. Several addresses of one cluster are tried in turn.',
    z
      .string()
      .refine((list) => list.split(',').every((address) => isBrokerUrl(address.trim())))
      .describe('amqp:// or amqps:// URL, or several separated by commas'),
  ),
  AMQP_CA: variable(
    'The authority that signs the certificate of the broker, if it is not a public one.',
    pem(),
  ),
  AMQP_CERT: variable('The client certificate, if the broker asks for one.', pem()),
  AMQP_KEY: variable('The key of the client certificate.', pem()),
  BROKER_ADMIN_URL: variable(
    'The management API of RabbitMQ, as a user who may set policies: for `hub broker`. Services do not use it.',
    z
      .url({ protocol: /^https?$/ })
      .describe('http:// or https:// URL with user and password')
      .optional(),
  ),
  INGRESS_PORT: variable('Where the ingress listens for events of shops.', port().default(8080)),
  SUPPORT_PORT: variable('Where the support desk listens.', port().default(8090)),
  BASE_URL: variable(
    'Where shops send their events: `{BASE_URL}/shops/{shop_slug}/events`. The door sends its test events there.',
    z
      .url({ protocol: /^https?$/ })
      .describe('https:// or http:// URL')
      .optional(),
  ),
  SUPPORT_URL: variable(
    'Where browsers reach the support desk. With `https://`, cookies and tokens are sent over HTTPS only.',
    webAddress().optional(),
  ),
  /** On its own origin (D35). */
  DOOR_URL: variable(
    "Where the people of shops reach the shops' door, on its own origin. Without it there is no door.",
    webAddress().optional(),
  ),
  DOOR_PORT: variable(
    'Where the door listens. If it is not set: the port of `DOOR_URL`, or 8091.',
    port().optional(),
  ),
  /** A secret. */
  ALERT_SMTP_URL: variable(
    'The mail server that sends alerts and sign-in links, with user and password.',
    z
      .url({ protocol: /^smtps?$/ })
      .describe('smtp:// or smtps:// URL')
      .optional(),
  ),
  ALERT_EMAIL_FROM: variable('The sender of the mails.', z.email().describe('an e-mail address').optional()),
  HEALTH_PORT: variable(
    'Where a service answers health checks and `/metrics`. Without it neither is served.',
    port().optional(),
  ),
  HUB_ENCRYPTION_KEY: variable('The only key, if there is one: see `HUB_ENCRYPTION_KEYS`.', encryptionKey()),
  /** D29. */
  RELAY_EMAIL_DOMAIN: variable(
    "The domain of the relay addresses that shipping shops get instead of customers' e-mail addresses.",
    z
      .string()
      .max(253)
      .regex(/^(?!-)[a-z0-9-]+(\.(?!-)[a-z0-9-]+)+$/i)
      .describe('a domain name, such as relay.hub.example'),
  ),
  ALLOW_INSECURE_STORES: variable(
    'Allows plain HTTP and private addresses of stores: for tests only, refused in production.',
    z
      .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
      .describe('true, 1, false or 0')
      .default(false),
  ),
  STORE_TIMEOUT_MS: variable('Timeout of a call to a store.', milliseconds().default(30_000)),
  STORE_RETRY_BASE_MS: variable(
    'Wait before the second attempt of a call to a store; it grows with each attempt.',
    milliseconds().default(1_000),
  ),
  SYNC_INTERVAL_MS: variable(
    'Interval of the sync cycle of network quantities.',
    milliseconds().default(60_000),
  ),
  /** D23. */
  PLACING_PASSES_MS: variable(
    'Waits before later calls of `POST /orders` and `POST /cancel`.',
    z
      .string()
      .regex(/^\s*\d{1,9}(\s*,\s*\d{1,9})*\s*$/)
      .transform((list) => list.split(',').map(Number))
      .describe('milliseconds, whole numbers separated by commas')
      .default([60_000, 300_000, 900_000, 3_600_000]),
  ),
  DRAIN_MS: variable(
    'How long a stopping ingress, desk or door still accepts connections, until its proxy sees that it is not ready.',
    milliseconds().default(5_000),
  ),
  LOG_LEVEL: variable(
    'The least severe level that is logged.',
    z.enum(['error', 'warn', 'info', 'debug']).describe('error, warn, info or debug').default('info'),
  ),
};

/** The variables of every process that uses the database: where, how, and the purpose of the deployment. */
export const databaseVariables = {
  HUB_ENVIRONMENT: sharedConfig.HUB_ENVIRONMENT,
  DATABASE_URL: sharedConfig.DATABASE_URL,
  DATABASE_POOL_SIZE: sharedConfig.DATABASE_POOL_SIZE,
  DATABASE_PREPARED: sharedConfig.DATABASE_PREPARED,
  DATABASE_CA_FILE: sharedConfig.DATABASE_CA_FILE,
};

/** The variables of every process that decrypts secrets (D34). One of the first two is required. */
export const keyVariables = {
  HUB_ENCRYPTION_KEY: sharedConfig.HUB_ENCRYPTION_KEY.optional(),
  HUB_ENCRYPTION_KEYS: variable(
    'The keys that encrypt the secrets of stores. All of them decrypt; the database records which one encrypts, and ' +
      '`hub keys rotate` changes it to the first. This or `HUB_ENCRYPTION_KEY` is required.',
    z
      .string()
      .regex(/^\s*[0-9a-f]{64}(\s*,\s*[0-9a-f]{64})*\s*$/i)
      .transform((list) => list.split(',').map((key) => key.trim().toLowerCase()))
      .refine((keys) => new Set(keys).size === keys.length)
      .describe('different keys of 64 hex digits, separated by commas')
      .optional(),
  ),
  HUB_REFERENCE_KEY: variable(
    'The key that references to stores derive from. If it is not set: the first encryption key, permanently. Never ' +
      'change it on an existing database.',
    encryptionKey().optional(),
  ),
};

function encryptionKey() {
  return z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .toLowerCase()
    .describe('64 hex digits');
}

/** Where the broker is, and how both sides authenticate; each PEM usually as a file (`AMQP_CA_FILE`). */
export const brokerVariables = {
  AMQP_URL: sharedConfig.AMQP_URL,
  AMQP_CA: sharedConfig.AMQP_CA,
  AMQP_CERT: sharedConfig.AMQP_CERT,
  AMQP_KEY: sharedConfig.AMQP_KEY,
};

function isBrokerUrl(text: string): boolean {
  return URL.canParse(text) && /^amqps?:$/.test(new URL(text).protocol);
}

function pem() {
  return z.string().startsWith('-----BEGIN ').describe('a certificate or key in PEM').optional();
}

/** 0 lets the system choose a free port. */
function port() {
  return wholeNumber(65_535).describe('a port, 0 to 65535');
}

/** The maximum of a timer: a longer one would fire at once. */
function milliseconds() {
  return wholeNumber(2_147_483_647).describe('milliseconds, a whole number');
}

function wholeNumber(max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().max(max));
}

function webAddress() {
  return z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.canParse(url) && new URL(url).pathname === '/')
    .describe('https:// or http:// URL without a path');
}
