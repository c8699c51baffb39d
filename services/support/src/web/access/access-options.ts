import type { Pool } from 'pg';
import type { SupportConfig } from '../../config';
import type { AccessOptions } from './access-settings';

type AccessConfig = Pick<
  SupportConfig,
  | 'SUPPORT_URL'
  | 'SUPPORT_ACCOUNTS'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_ROLE_CLAIM'
  | 'TRUSTED_PROXIES'
>;

/** The sign-in settings of the configuration. */
export function accessOptions(
  config: AccessConfig,
  pool: Pool,
  encryptionKeys: readonly string[],
): AccessOptions {
  const {
    SUPPORT_URL: url,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = config;
  const complete =
    url !== undefined && issuer !== undefined && clientId !== undefined && clientSecret !== undefined;
  return {
    pool,
    encryptionKeys,
    trustedProxies: config.TRUSTED_PROXIES,
    https: url?.startsWith('https:') ?? false,
    url,
    accounts: config.SUPPORT_ACCOUNTS,
    oidc: complete
      ? {
          issuer,
          clientId,
          clientSecret,
          roleClaim: config.OIDC_ROLE_CLAIM,
          returnUrl: new URL('/sign-in/oidc/return', url).href,
        }
      : undefined,
  };
}
