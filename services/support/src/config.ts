import {
  brokerVariables,
  connectionVariables,
  ConfigError,
  databaseVariables,
  keyVariables,
  readConfig,
  sharedConfig,
} from '@hub/runtime';
import { LONGEST_MINUTES } from '@hub/conformance';
import { SIGNING_SECRET } from '@hub/contract';
import { z } from 'zod';
import { Accounts } from './web/access/accounts';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  SUPPORT_PORT: sharedConfig.SUPPORT_PORT,
  BASE_URL: sharedConfig.BASE_URL,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  /** The longest time for a rehearsal begun at a shop's door; then it ends with what it has. */
  REHEARSAL_LONGEST_MINUTES: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .describe('minutes, 1 to 9999')
    .default(LONGEST_MINUTES),
  DOOR_URL: sharedConfig.DOOR_URL,
  DOOR_PORT: sharedConfig.DOOR_PORT,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  DRAIN_MS: sharedConfig.DRAIN_MS,
  ...connectionVariables,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
  /** The keys that sign session cookies are derived from them. */
  ...keyVariables,
  SUPPORT_URL: sharedConfig.SUPPORT_URL,
  /** Accounts of the desk itself, as JSON; a description would hide which of them is at fault. */
  SUPPORT_ACCOUNTS: Accounts.default([]),
  /** The OpenID Connect issuer that vouches for everyone else. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .describe('https:// URL (http:// on this machine alone)')
    .refine(isSafeIssuer)
    .optional(),
  OIDC_CLIENT_ID: z.string().max(500).describe('text').optional(),
  OIDC_CLIENT_SECRET: z
    .string()
    .max(2_000)
    .regex(SIGNING_SECRET.pattern)
    .describe(SIGNING_SECRET.expected)
    .optional(),
  OIDC_ROLE_CLAIM: z.string().max(200).describe('the name of a claim').default('roles'),
  /** Where changes of cases are posted as `{ "text": … }`; without it they are not sent. A secret: anyone who knows it can post. */
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .describe('https:// URL')
    .optional(),
  ALERT_SMTP_URL: sharedConfig.ALERT_SMTP_URL,
  ALERT_EMAIL_FROM: sharedConfig.ALERT_EMAIL_FROM,
  ALERT_EMAIL_TO: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(z.email()))
    .describe('e-mail addresses, separated by commas')
    .optional(),
});
export type SupportConfig = z.output<typeof schema>;

/** Reads support's variables (D28). Throws `ConfigError` naming every faulty one. */
export function readSupportConfig(env: NodeJS.ProcessEnv = process.env): SupportConfig {
  const faults =
    env['OIDC_ISSUER'] && !env['SUPPORT_URL'] ? ['SUPPORT_URL: is required, as OIDC_ISSUER is given'] : [];
  try {
    const config = readConfig(schema, env, {
      allOrNone: [
        ['ALERT_SMTP_URL', 'ALERT_EMAIL_FROM', 'ALERT_EMAIL_TO'],
        ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
      ],
    });
    if (faults.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.unshift(...error.faults);
  }
  throw new ConfigError(faults);
}

/** Without https an attacker on the network could forge an identity. */
function isSafeIssuer(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
