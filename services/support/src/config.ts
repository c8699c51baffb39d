import {
  brokerVariables,
  connectionVariables,
  ConfigError,
  databaseVariables,
  keyVariables,
  readConfig,
  sharedConfig,
  variable,
} from '@hub/runtime';
import { LONGEST_MINUTES } from '@hub/conformance';
import { SIGNING_SECRET } from '@hub/contract';
import { DECISION_MONTHS } from '@hub/orders/records';
import { z } from 'zod';
import { Accounts } from './accounts';

const schema = z.object({
  ...databaseVariables,
  ...brokerVariables,
  SUPPORT_PORT: sharedConfig.SUPPORT_PORT,
  BASE_URL: sharedConfig.BASE_URL,
  ALLOW_INSECURE_STORES: sharedConfig.ALLOW_INSECURE_STORES,
  STORE_TIMEOUT_MS: sharedConfig.STORE_TIMEOUT_MS,
  STORE_RETRY_BASE_MS: sharedConfig.STORE_RETRY_BASE_MS,
  REHEARSAL_LONGEST_MINUTES: variable(
    'The longest time for a rehearsal that a shop starts at the door. It then ends with the results so far.',
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .transform(Number)
      .describe('minutes, 1 to 9999')
      .default(LONGEST_MINUTES),
  ),
  ROUTING_DECISION_MONTHS: variable(
    'Months for which routing decisions are kept: why each line of an order went to its shop. Amounts and their calculation are kept permanently.',
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((months) => months >= DECISION_MONTHS.least && months <= DECISION_MONTHS.most)
      .describe(`months, ${DECISION_MONTHS.least} to ${DECISION_MONTHS.most}`)
      .default(DECISION_MONTHS.usual),
  ),
  DOOR_URL: sharedConfig.DOOR_URL,
  DOOR_PORT: sharedConfig.DOOR_PORT,
  HEALTH_PORT: sharedConfig.HEALTH_PORT,
  DRAIN_MS: sharedConfig.DRAIN_MS,
  ...connectionVariables,
  LOG_LEVEL: sharedConfig.LOG_LEVEL,
  /** The keys that sign session cookies are derived from them. */
  ...keyVariables,
  SUPPORT_URL: sharedConfig.SUPPORT_URL,
  /** A description would hide which of them is at fault. */
  SUPPORT_ACCOUNTS: variable(
    "The desk's own accounts: name, role and password hash of each, as JSON.",
    Accounts.default([]),
  ),
  DOCS_URL: variable(
    'Where the site of `npm run docs:build` is served. The help of the desk links to it. If it is not set, the help has the runbooks only.',
    z
      .url({ protocol: /^https?$/ })
      .describe('https:// or http:// URL')
      .optional(),
  ),
  OIDC_ISSUER: variable(
    'The OpenID Connect issuer of the other accounts. It needs `SUPPORT_URL`.',
    z
      .url({ protocol: /^https?$/ })
      .describe('https:// URL (http:// on this machine alone)')
      .refine(isSafeIssuer)
      .optional(),
  ),
  OIDC_CLIENT_ID: variable(
    'The client of the desk at that issuer.',
    z.string().max(500).describe('text').optional(),
  ),
  OIDC_CLIENT_SECRET: variable(
    'The secret of that client.',
    z.string().max(2_000).regex(SIGNING_SECRET.pattern).describe(SIGNING_SECRET.expected).optional(),
  ),
  OIDC_ROLE_CLAIM: variable(
    'The claim that holds the roles of a person.',
    z.string().max(200).describe('the name of a claim').default('roles'),
  ),
  /** A secret: anyone who knows it can post. */
  ALERT_WEBHOOK_URL: variable(
    'Where changes of cases are posted as `{ "text": … }`. If it is not set, they are not sent.',
    z
      .url({ protocol: /^https?$/ })
      .describe('https:// URL')
      .optional(),
  ),
  ALERT_SMTP_URL: sharedConfig.ALERT_SMTP_URL,
  ALERT_EMAIL_FROM: sharedConfig.ALERT_EMAIL_FROM,
  ALERT_EMAIL_TO: variable(
    'Who gets the alerts.',
    z
      .string()
      .transform((list) => list.split(',').map((one) => one.trim()))
      .pipe(z.array(z.email()))
      .describe('e-mail addresses, separated by commas')
      .optional(),
  ),
});
export type SupportConfig = z.output<typeof schema>;

/** Reads support's variables (D28). Throws `ConfigError` naming every faulty one. */
export const readSupportConfig = Object.assign(readConsistently, { variables: schema.shape });

function readConsistently(env: NodeJS.ProcessEnv = process.env): SupportConfig {
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
