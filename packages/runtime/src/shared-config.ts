import { z } from 'zod';
import { ENVIRONMENTS } from './environment-faults';

/**
 * The variables several services read (D28), to be picked from:
 * `z.object({ DATABASE_URL: sharedConfig.DATABASE_URL, LOG_LEVEL: sharedConfig.LOG_LEVEL })`.
 */
export const sharedConfig = {
  /** The purpose of the deployment; unset it is development, if that is possible (`environmentFaults`). */
  HUB_ENVIRONMENT: z.enum(ENVIRONMENTS).describe('development, test or production').optional(),
  /** Maximum connections per process; unset, a default for the service. */
  DATABASE_POOL_SIZE: wholeNumber(1_000)
    .pipe(z.number().min(1))
    .describe('connections of one process, 1 to 1000')
    .optional(),
  /** `off` behind a pooler that loses prepared statements between transactions; unset, `named`. */
  DATABASE_PREPARED: z.enum(['named', 'off']).describe('named or off').optional(),
  /** The authority that signs the database's certificate (PEM), if it is not public. */
  DATABASE_CA_FILE: z.string().describe('the path of a PEM file').optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('postgres:// URL'),
  /** One address, or several of one cluster, tried in turn. */
  AMQP_URL: z
    .string()
    .refine((list) => list.split(',').every((address) => isBrokerUrl(address.trim())))
    .describe('amqp:// or amqps:// URL, or several separated by commas'),
  /**
   * The authority that signs the broker's certificate (PEM), if it is not public; our client certificate, if it asks
   * for one.
   */
  AMQP_CA: pem(),
  AMQP_CERT: pem(),
  AMQP_KEY: pem(),
  /** The management API, as a user who may set policies; services do not use it. */
  BROKER_ADMIN_URL: z
    .url({ protocol: /^https?$/ })
    .describe('http:// or https:// URL with user and password')
    .optional(),
  INGRESS_PORT: port().default(8080),
  SUPPORT_PORT: port().default(8090),
  /** Where shops send their events: `{BASE_URL}/shops/{shop_slug}/events` (D1). */
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .describe('https:// or http:// URL')
    .optional(),
  /** Where browsers reach the support desk. With https its cookies and tokens use nothing else. */
  SUPPORT_URL: webAddress().optional(),
  /** Where browsers of the shops reach their own door (D35), on its own origin; without it there is none. */
  DOOR_URL: webAddress().optional(),
  /** Its port; unset, the one that DOOR_URL names, or 8091. */
  DOOR_PORT: port().optional(),
  /** The mail server that sends alerts and sign-in links, with user and password: a secret. */
  ALERT_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .describe('smtp:// or smtps:// URL')
    .optional(),
  ALERT_EMAIL_FROM: z.email().describe('an e-mail address').optional(),
  /** Port of the health server; without one, none is opened. */
  HEALTH_PORT: port().optional(),
  HUB_ENCRYPTION_KEY: encryptionKey(),
  /** Customers' e-mail addresses reach shipping shops only under this domain (D29). */
  RELAY_EMAIL_DOMAIN: z
    .string()
    .max(253)
    .regex(/^(?!-)[a-z0-9-]+(\.(?!-)[a-z0-9-]+)+$/i)
    .describe('a domain name, such as relay.hub.example'),
  /** Plain HTTP and private addresses as `store_api_root`: for tests only. */
  ALLOW_INSECURE_STORES: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
    .describe('true, 1, false or 0')
    .default(false),
  STORE_TIMEOUT_MS: milliseconds().default(30_000),
  STORE_RETRY_BASE_MS: milliseconds().default(1_000),
  SYNC_INTERVAL_MS: milliseconds().default(60_000),
  /** Waits before the later injection passes of `POST /orders` (D23). */
  PLACING_PASSES_MS: z
    .string()
    .regex(/^\s*\d{1,9}(\s*,\s*\d{1,9})*\s*$/)
    .transform((list) => list.split(',').map(Number))
    .describe('milliseconds, whole numbers separated by commas')
    .default([60_000, 300_000, 900_000, 3_600_000]),
  /** How long a stopping service still accepts connections, so that a proxy sees in time that it is not ready. */
  DRAIN_MS: milliseconds().default(5_000),
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info', 'debug'])
    .describe('error, warn, info or debug')
    .default('info'),
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
  HUB_ENCRYPTION_KEY: encryptionKey().optional(),
  /** All of them decrypt; the database records which of them encrypts. */
  HUB_ENCRYPTION_KEYS: z
    .string()
    .regex(/^\s*[0-9a-f]{64}(\s*,\s*[0-9a-f]{64})*\s*$/i)
    .transform((list) => list.split(',').map((key) => key.trim().toLowerCase()))
    .refine((keys) => new Set(keys).size === keys.length)
    .describe('different keys of 64 hex digits, separated by commas')
    .optional(),
  /** If none is given, references derive permanently from the first encryption key. */
  HUB_REFERENCE_KEY: encryptionKey().optional(),
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
